/** Whether new rows are entered with the required fields only; kept in this browser, for all forms. */
import { useState } from "react";

const key = "arbo.form.required-only";

export function useLeast(): [boolean, (least: boolean) => void] {
  const [least, setLeast] = useState(() => localStorage.getItem(key) === "1");
  return [
    least,
    (next) => {
      localStorage.setItem(key, next ? "1" : "0");
      setLeast(next);
    },
  ];
}
