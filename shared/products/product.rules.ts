/** Larger uploads are refused: by the screen before they are sent, by the server in any case. */
export const maxImageBytes = 5 * 1_048_576;
export const imageTooLarge = `The image must be at most ${maxImageBytes / 1_048_576} MB`;

/** What may be uploaded. The server judges the content and believes neither the name nor this declared type. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;
