/** What a holder tells whoever asks: its launcher's process id, and whether it is about to give the lock up. */
export interface LockHolder {
  pid?: number;
  ending?: boolean;
}

/**
 * Takes the lock of this purpose on this directory (created when missing), or says who holds it. It is given up with
 * release(), and by itself when the process ends in whatever way.
 */
export function takeLock(
  purpose: string,
  directory: string,
  tell?: () => LockHolder,
): Promise<{ release(): Promise<void>; holder?: undefined } | { holder: LockHolder; release?: undefined }>;
