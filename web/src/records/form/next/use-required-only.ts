/** User preference "Required fields only" for the forms of new rows. Stored in this browser, for all record types. */
import { useState } from "react";

const key = "arbo.form.required-only";

export function useRequiredOnly(): [boolean, (requiredOnly: boolean) => void] {
  const [requiredOnly, setRequiredOnly] = useState(() => localStorage.getItem(key) === "1");
  return [
    requiredOnly,
    (next) => {
      localStorage.setItem(key, next ? "1" : "0");
      setRequiredOnly(next);
    },
  ];
}
