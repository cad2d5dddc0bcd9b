/** Runs before each file of the API tests. Another file of the same worker may have ended sessions of the demo users. */
import { forgetTokens } from "./support.ts";

forgetTokens();
