/** `vite build web` looks for its configuration in this folder. This file exports the project's configuration. */
export { default } from "../vite.config.ts";
