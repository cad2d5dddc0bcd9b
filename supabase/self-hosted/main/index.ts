/**
 * Main service of a self-hosted edge runtime: starts the function that the path of a request names. Supabase's default
 * main service gives a function only 150 MB and also passes the password of the database owner to it. This service does
 * not check tokens, because the functions do. It sets all limits of a worker (limits.ts).
 */
import { type WorkerLimits, workerLimits } from "./limits.ts";

interface Worker {
  fetch(request: Request): Promise<Response>;
}

interface Runtime {
  EdgeRuntime: {
    userWorkers: {
      create(
        options: WorkerLimits & {
          servicePath: string;
          noModuleCache: boolean;
          importMapPath: string | null;
          envVars: [string, string][];
        },
      ): Promise<Worker>;
    };
  };
  Deno: {
    env: { toObject(): Record<string, string> };
    serve(handler: (request: Request) => Promise<Response>): void;
  };
}

const { EdgeRuntime, Deno } = globalThis as unknown as Runtime;

const functions = ["api", "charts", "dropdown"];
const withheld = ["SUPABASE_DB_URL"];

const problem = (status: number, message: string): Response =>
  Response.json({ status: "error", message, details: [{ message }] }, { status });

Deno.serve(async (request) => {
  const name = new URL(request.url).pathname.split("/")[1] ?? "";
  if (!functions.includes(name)) return problem(404, "This address does not exist.");
  try {
    const worker = await EdgeRuntime.userWorkers.create({
      servicePath: `/home/deno/functions/${name}`,
      ...workerLimits,
      noModuleCache: false,
      importMapPath: null,
      envVars: Object.entries(Deno.env.toObject()).filter(([variable]) => !withheld.includes(variable)),
    });
    return await worker.fetch(request);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return problem(503, "This part of the system is restarting. Try again in a moment.");
  }
});
