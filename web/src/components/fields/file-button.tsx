/**
 * A button that opens a file chooser. The file input is hidden; tests and screen readers find the input by its label.
 */
import { useRef } from "react";
import { Button } from "../button.tsx";

interface Props extends Omit<Parameters<typeof Button>[0], "onClick"> {
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: "environment";
  /** Called with at least one file. Afterwards the input is reset, so that the user can choose the same file again. */
  onFiles: (files: readonly [File, ...File[]]) => void;
}

export function FileButton({ label, accept, multiple, capture, onFiles, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={({ currentTarget }) => {
          const [first, ...others] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (first) onFiles([first, ...others]);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
