interface ShareBarProps {
  /** 0 to 100. */
  share: number;
  /** What of the whole has failed, drawn from its end. */
  failed?: number;
}

/** How full something is, in a thin bar; less than a quarter has its own colour. The text beside it says the same. */
export const ShareBar = ({ share, failed = 0 }: ShareBarProps) => (
  <svg className="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect className="share-well" width="100" height="4" />
    <rect className={share < 25 ? "share-low" : "share-held"} width={share} height="4" />
    <rect className="share-failed" x={100 - failed} width={failed} height="4" />
  </svg>
);
