/** The API description is valid OpenAPI 3.1 and describes exactly the endpoints that are served. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { allCalls } from "#shared/contracts/index.ts";
import { openApiDocument } from "#shared/contracts/openapi/document.ts";
import { records } from "#shared/records/index.ts";
import { staleOpenApi } from "../../parity/openapi-file.ts";
import { servedRoutes } from "../../parity/served.ts";
import { specCalls } from "../../parity/spec-calls.ts";

const calls = allCalls();
const described = calls.map(({ method, path }) => `${method} ${path}`);

/** Converts a route to the notation of contracts. A route for all record types becomes one route per record path. */
function written(method: string, path: string): string[] {
  if (path.includes("/:path")) {
    const paths = records.flatMap((record) => [record.path, ...(record.aliases ?? [])]);
    return paths.map((segment) => `${method} ${path.replace("/:path", `/${segment}`)}`);
  }
  return [`${method} ${path.replace(/:(\w+)/g, "{$1}")}`];
}

const document = openApiDocument("1.0.0");

describe("API description", () => {
  it("The API description is valid OpenAPI 3.1.", async () => {
    const { valid, errors } = await new Validator().validate(document);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  }, 60_000);

  it("The committed file with the API description is up to date with the code.", () => {
    expect(staleOpenApi()).toBeUndefined();
  }, 60_000);

  it("The API description contains no endpoint that the API does not serve.", async () => {
    const served = new Set(
      (await servedRoutes()).flatMap(({ method, path }) => written(method.toUpperCase(), path)),
    );
    expect(described.filter((call) => !served.has(call))).toEqual([]);
  });

  it("The API description contains all endpoints that the API serves.", async () => {
    const known = new Set([...described, "GET /api/docs"]);
    const served = (await servedRoutes()).filter(({ method }) => method !== "ALL");
    // For a route of all record types, the description must contain the endpoint of at least one record type.
    const missing = served.filter(
      ({ method, path }) => !written(method.toUpperCase(), path).some((call) => known.has(call)),
    );
    expect(missing).toEqual([]);
  });

  it("The API description contains all endpoints that the specification requires.", () => {
    const patterns = calls.map(
      ({ method, path }) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    );
    const wanted = specCalls.filter(({ path }) => !path.startsWith("/data/"));
    const missing = wanted.filter(
      ({ method, path }) => !patterns.some((one) => one.test(`${method} ${path}`)),
    );
    expect(missing).toEqual([]);
  });

  it("The API description contains each endpoint only once.", () => {
    expect(new Set(described).size).toBe(described.length);
  });

  it("The API description contains the fields of a record.", () => {
    const { components } = document as {
      components: { schemas: Record<string, { properties: Record<string, { description?: string }> }> };
    };
    const row = components.schemas.Form5AccompRow?.properties;
    expect(row?.reporting_quarter?.description).toMatch(/^Quarter reported\./);
  });
});
