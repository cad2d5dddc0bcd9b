/**
 * Sends requests to Storage with the service key, as users and without any key. Creates and removes the bucket for
 * these requests.
 */
import { randomUUID } from "node:crypto";
import {
  ask,
  type FullResponse,
  type RecordedResponses,
  type RequestSettings,
  ResponseRecorder,
  type Target,
  tokenOf,
} from "./target.ts";

/** Largest file that the bucket accepts, in bytes. */
const limit = 1000;

/** Sends all requests of this file to Storage. */
export async function recordStorageResponses(target: Target): Promise<RecordedResponses> {
  const asker = new Asker(target);
  await asker.open();
  try {
    await asker.uploads();
    await asker.keys();
    await asker.downloads();
    await asker.links();
    await asker.lists();
    await asker.buckets();
    await asker.others();
    await asker.removals();
    return asker.answers;
  } finally {
    await asker.close();
  }
}

class Asker {
  private readonly target: Target;
  private readonly notebook: ResponseRecorder;
  private readonly bucket = `answers-${randomUUID()}`;
  private readonly service: Record<string, string>;

  constructor(target: Target) {
    this.target = target;
    this.notebook = new ResponseRecorder(target);
    this.service = headersOf(target.secretKey, target.secretKey);
  }

  /** The recorded responses, with the random bucket name replaced by a placeholder. */
  get answers(): RecordedResponses {
    return JSON.parse(JSON.stringify(this.notebook.answers).replaceAll(this.bucket, "<bucket>"));
  }

  async open() {
    const bucket = { id: this.bucket, name: this.bucket, public: false, file_size_limit: limit };
    await this.serve("a new bucket", "bucket", { body: { ...bucket, allowed_mime_types: ["text/plain"] } });
  }

  async uploads() {
    const at = `object/${this.bucket}`;
    await this.store("a file", `${at}/one.txt`, "0123456789");
    await this.store("an existing file", `${at}/one.txt`, "0123456789");
    await this.store("overwriting a file", `${at}/one.txt`, "9876543210", { "x-upsert": "true" });
    await this.store("a file of a wrong type", `${at}/page.html`, "<p>", { "content-type": "text/html" });
    await this.store("a file that is too large", `${at}/large.txt`, "x".repeat(limit + 1));
    await this.store("a file for an unknown bucket", "object/no-such-bucket/one.txt", "x");
    await this.store("a file without a name", `${at}/`, "x");
    await this.serve("replacing an unknown file", `${at}/new.txt`, {
      ...{ method: "PUT", headers: { "content-type": "text/plain" }, body: "x" },
    });
    await this.serve("a signed upload URL", `object/upload/sign/${this.bucket}/later.txt`, { body: {} });
    await this.serve(
      "a signed upload URL for an existing file",
      `object/upload/sign/${this.bucket}/one.txt`,
      { body: {} },
    );
  }

  /** Tries each special character in an object key. */
  async keys() {
    const signs = [...` !"#$%&'()*+,-.:;<=>?@[]^_{|}~`, "`", ...`ñéÑ–’€漢🚀\u200b`];
    for (const sign of signs) {
      const key = encodeURIComponent(`a${sign}b.txt`);
      const name = JSON.stringify(sign).slice(1, -1);
      await this.store(`a key with ${name}`, `object/${this.bucket}/key/${key}`, "x");
    }
  }

  async downloads() {
    const at = `object/${this.bucket}`;
    await this.serve("reading", `${at}/one.txt`);
    await this.serve("reading an unknown file", `${at}/none.txt`);
    await this.serve("reading from an unknown bucket", "object/no-such-bucket/one.txt");
    await this.serve("reading through the public endpoint", `object/public/${this.bucket}/one.txt`);
    await this.serve("reading the metadata of a file", `object/info/${this.bucket}/one.txt`);
    for (const range of ["bytes=2-4", "bytes=7-", "bytes=-3", "bytes=0-100", "bytes=50-60"])
      await this.serve(`reading ${range}`, `${at}/one.txt`, { headers: { range } });
    await this.serve("reading the headers only", `${at}/one.txt`, { method: "HEAD" });
  }

  async links() {
    const sign = `object/sign/${this.bucket}`;
    const { text } = await this.serve("a link", `${sign}/one.txt`, { body: { expiresIn: 60 } });
    const { signedURL } = JSON.parse(text) as { signedURL: string };
    const token = new URL(signedURL, this.target.url).searchParams.get("token") ?? "";
    await this.serve("a link to an unknown file", `${sign}/none.txt`, { body: { expiresIn: 60 } });
    for (const expiresIn of [0, -1, "soon", null, undefined])
      await this.serve(`a link for ${String(expiresIn)} seconds`, `${sign}/one.txt`, { body: { expiresIn } });
    await this.serve("links", sign, { body: { expiresIn: 60, paths: ["one.txt"] } });
    await this.serve("links to an unknown file", sign, { body: { expiresIn: 60, paths: ["none.txt"] } });
    await this.serve("links to no paths", sign, { body: { expiresIn: 60, paths: [] } });
    await this.serve("links to invalid paths", sign, { body: { expiresIn: 60, paths: [{}] } });
    await this.anonymously("following a link", `${sign}/one.txt?token=${token}`);
    await this.anonymously("following a link, in part", `${sign}/one.txt?token=${token}`, {
      headers: { range: "bytes=2-4" },
    });
    await this.anonymously("following a link elsewhere", `${sign}/two.txt?token=${token}`);
    await this.anonymously("following a link without its token", `${sign}/one.txt`);
    await this.anonymously("following a link with an invalid token", `${sign}/one.txt?token=none`);
    const now = Math.floor(Date.now() / 1000);
    const claims = { url: `${this.bucket}/one.txt`, iat: now - 600 };
    const expired = tokenOf(this.target.jwtSecret, { ...claims, exp: now - 300 });
    const forged = tokenOf("another secret than Storage's own one", { ...claims, exp: now + 300 });
    await this.anonymously("following a link that has expired", `${sign}/one.txt?token=${expired}`);
    await this.anonymously("following a forged link", `${sign}/one.txt?token=${forged}`);
  }

  async lists() {
    const list = `object/list/${this.bucket}`;
    const first = { prefix: "", limit: 10, offset: 0, search: "one" };
    await this.serve("a list", list, { body: first });
    await this.serve("a list of folders", list, { body: { ...first, search: "key" } });
    await this.serve("a list of an unknown folder", list, { body: { ...first, prefix: "none" } });
    await this.serve("a list of an unknown bucket", "object/list/no-such-bucket", { body: first });
    await this.serve("a list with an invalid limit", list, { body: { ...first, limit: "long" } });
    await this.serve("a list without a prefix", list, { body: { limit: 10 } });
    await this.serve("a list by text that is not JSON", list, { body: "{" });
  }

  async buckets() {
    await this.serve("the metadata of a bucket", `bucket/${this.bucket}`);
    await this.serve("the metadata of an unknown bucket", "bucket/no-such-bucket");
    await this.serve("an existing bucket", "bucket", { body: { id: this.bucket, name: this.bucket } });
    await this.serve("removing a bucket that is not empty", `bucket/${this.bucket}`, {
      method: "DELETE",
      body: {},
    });
  }

  /** Requests without the service key. The bucket has no policy, so Storage must refuse them. */
  async others() {
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: randomUUID(), role: "authenticated", aud: "authenticated" };
    const { jwtSecret, publishableKey } = this.target;
    const asked = [
      ["a user", headersOf(publishableKey, tokenOf(jwtSecret, { ...claims, exp: now + 600 }))],
      ["a visitor", headersOf(publishableKey, publishableKey)],
      ["an expired token", headersOf(publishableKey, tokenOf(jwtSecret, { ...claims, exp: now - 600 }))],
      [
        "a forged token",
        headersOf(
          publishableKey,
          tokenOf("another secret than Auth's own one", { ...claims, exp: now + 600 }),
        ),
      ],
      ["an invalid token", headersOf(publishableKey, "none")],
    ] as const;
    const at = `object/${this.bucket}`;
    for (const [who, headers] of asked) {
      await this.by(`storing by ${who}`, `${at}/two.txt`, {
        ...{ headers: { ...headers, "content-type": "text/plain" }, body: "x" },
      });
      await this.by(`reading by ${who}`, `${at}/one.txt`, { headers });
      await this.by(`a link by ${who}`, `object/sign/${this.bucket}/one.txt`, {
        ...{ headers, body: { expiresIn: 60 } },
      });
      // Storage refuses an invalid token in the same way everywhere, so one request is enough.
      if (who.includes("token")) continue;
      await this.by(`overwriting by ${who}`, `${at}/one.txt`, {
        headers: { ...headers, "content-type": "text/plain", "x-upsert": "true" },
        body: "x",
      });
      await this.by(`links by ${who}`, `object/sign/${this.bucket}`, {
        ...{ headers, body: { expiresIn: 60, paths: ["one.txt"] } },
      });
      await this.by(`a signed upload URL by ${who}`, `object/upload/sign/${this.bucket}/two.txt`, {
        ...{ headers, body: {} },
      });
      await this.by(`a list by ${who}`, `object/list/${this.bucket}`, {
        ...{ headers, body: { prefix: "", limit: 10, offset: 0 } },
      });
      await this.by(`moving by ${who}`, "object/move", {
        headers,
        body: { bucketId: this.bucket, sourceKey: "one.txt", destinationKey: "two.txt" },
      });
      await this.by(`copying by ${who}`, "object/copy", {
        headers,
        body: { bucketId: this.bucket, sourceKey: "one.txt", destinationKey: "two.txt" },
      });
      await this.by(`removing by ${who}`, at, { method: "DELETE", headers, body: { prefixes: ["one.txt"] } });
      await this.by(`a new bucket by ${who}`, "bucket", { headers, body: { id: "new", name: "new" } });
    }
    await this.anonymously("reading without a key", `${at}/one.txt`);
  }

  async removals() {
    const at = `object/${this.bucket}`;
    await this.serve("removing", at, { method: "DELETE", body: { prefixes: ["one.txt"] } });
    await this.serve("removing again", at, { method: "DELETE", body: { prefixes: ["one.txt"] } });
    await this.serve("removing no paths", at, { method: "DELETE", body: { prefixes: [] } });
    await this.serve("removing one", `${at}/new.txt`, { method: "DELETE" });
    await this.serve("removing an unknown file", `${at}/none.txt`, { method: "DELETE" });
    await this.serve("removing by text that is not JSON", at, { method: "DELETE", body: "{" });
  }

  async close() {
    const headers = this.service;
    await ask(this.target, `/storage/v1/bucket/${this.bucket}/empty`, { headers, body: {} });
    await ask(this.target, `/storage/v1/bucket/${this.bucket}`, { method: "DELETE", headers, body: {} });
  }

  /** Stores a text file with the service key. */
  private store(
    name: string,
    path: string,
    body: string,
    more: Record<string, string> = {},
  ): Promise<FullResponse> {
    return this.serve(name, path, { headers: { "content-type": "text/plain", ...more }, body });
  }

  private serve(name: string, path: string, question: RequestSettings = {}): Promise<FullResponse> {
    return this.by(name, path, { ...question, headers: { ...this.service, ...question.headers } });
  }

  /** Sends a request without any key, as a browser does when it follows a link. */
  private anonymously(name: string, path: string, question: RequestSettings = {}): Promise<FullResponse> {
    return this.by(name, path, question);
  }

  private by(name: string, path: string, question: RequestSettings): Promise<FullResponse> {
    return this.notebook.ask(name, `/storage/v1/${path}`, question);
  }
}

const headersOf = (apikey: string, token: string): Record<string, string> => ({
  ...{ apikey, authorization: `Bearer ${token}` },
});
