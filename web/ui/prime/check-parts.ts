/** Our classes for the parts of a Checkbox: an unseen input over the drawn box. */
export const checkParts = {
  root: { className: "check-mark" },
  input: { className: "check-input" },
  box: { className: "check-box" },
  icon: { className: "check-sign" },
};
