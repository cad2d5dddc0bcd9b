/** The thumbnail of a file, or an icon for a file without a thumbnail. */
import { IconFileText, IconPhoto } from "@tabler/icons-react";
import type { FileLink } from "../common/evidence-api.ts";
import classes from "./gallery.module.css";

export function Picture({ link, alt }: { link: FileLink | undefined; alt: string }) {
  if (link?.thumbnail_url) {
    return (
      <img src={link.thumbnail_url} alt={alt} className={classes.picture} loading="lazy" decoding="async" />
    );
  }
  const Icon = link?.content_type === "application/pdf" ? IconFileText : IconPhoto;
  return (
    <span
      className={classes.picture}
      {...(alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt })}
    >
      <Icon size={32} aria-hidden />
    </span>
  );
}
