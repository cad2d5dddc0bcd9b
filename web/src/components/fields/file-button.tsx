/** A button that asks for files. The field itself is not seen; tests and readers find it by its label. */
import { useRef } from "react";
import { Button } from "../button.tsx";

interface Props extends Omit<Parameters<typeof Button>[0], "onClick"> {
  /** Names the field. */
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: "environment";
  /** Never told an empty list; the same file, once mended, can be chosen again. */
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
