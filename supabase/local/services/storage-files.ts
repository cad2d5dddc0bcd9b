/**
 * Stores uploaded files under DATA_DIR/storage, in files named by a hash, so that no name given by a user becomes a
 * path. A small JSON file next to each stored file has the file's real name and type.
 */
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { App } from "@supabase/lite";
import { ifExists } from "../common/if-exists.ts";
import { replaceFile, syncFolder } from "../common/replace-file.ts";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type ObjectMetadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;
type UploadBody = Parameters<StorageAdapter["uploadObject"]>[3];

interface SideFile {
  bucket: string;
  key: string;
  mimetype: string;
  cacheControl: string;
  size: number;
  eTag: string;
  lastModified: string;
}

/** Metadata of a missing file. */
const nothing: ObjectMetadata = {
  ...{ cacheControl: "", contentLength: 0, size: 0, mimetype: "", eTag: "", httpStatusCode: 404 },
};

/** Storage adapter of the local stack. Has no versions: the newest upload of a name replaces earlier ones. */
export class FileStorage implements StorageAdapter {
  readonly driver: string;

  constructor(folder: string) {
    this.driver = folder;
  }

  /**
   * Returns no body if the file is missing; Storage then responds that there is no such object.
   * @throws Error when the folder of all files is missing, for example because its disk is not mounted.
   */
  async getObject(bucket: string, key: string) {
    const body = (await ifExists(readFile(this.fileOf(bucket, key)))) ?? undefined;
    if (!body) {
      await access(this.driver);
      return { httpStatusCode: 404, metadata: nothing, body };
    }
    const metadata = await this.headObject(bucket, key);
    // Use the current size of the file, not the recorded size: if the file is shorter, a reader would wait for the
    // missing bytes.
    return {
      httpStatusCode: 200,
      metadata: { ...metadata, contentLength: body.length, size: body.length },
      body,
    };
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: UploadBody,
    contentType: string,
    cacheControl: string,
  ) {
    const bytes = await bytesOf(body);
    const side: SideFile = {
      bucket,
      key,
      mimetype: contentType,
      cacheControl,
      size: bytes.length,
      eTag: `"${createHash("md5").update(bytes).digest("hex")}"`,
      lastModified: new Date().toISOString(),
    };
    const file = this.fileOf(bucket, key);
    await mkdir(path.dirname(file)).then(
      () => syncFolder(this.driver),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
    await replaceFile(file, bytes);
    await replaceFile(`${file}.json`, JSON.stringify(side));
    return metadataOf(side);
  }

  async deleteObject(bucket: string, key: string) {
    const file = this.fileOf(bucket, key);
    await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })]);
  }

  async deleteObjects(bucket: string, keys: string[]) {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(
    sourceBucket: string,
    source: string,
    version: string | undefined,
    bucket: string,
    key: string,
    newVersion: string | undefined,
  ) {
    const { body, metadata } = await this.getObject(sourceBucket, source);
    if (!body) throw new Error(`The stored file ${sourceBucket}/${source} is gone.`);
    void version;
    return this.uploadObject(bucket, key, newVersion, body, metadata.mimetype, metadata.cacheControl);
  }

  async headObject(bucket: string, key: string) {
    const file = this.fileOf(bucket, key);
    const side = parseSide((await ifExists(readFile(`${file}.json`, "utf8"))) ?? "");
    return metadataOf(side ?? (await sideWithoutJson(file, bucket, key)));
  }

  async privateAssetUrl(bucket: string, key: string) {
    return `file://${this.fileOf(bucket, key)}`;
  }

  private fileOf(bucket: string, key: string): string {
    const name = createHash("sha256").update(`${bucket}/${key}`).digest("hex");
    return path.join(this.driver, name.slice(0, 2), name);
  }
}

/** Reads the content of a JSON file next to a stored file; null if the file is missing or damaged. */
function parseSide(text: string): SideFile | null {
  try {
    return JSON.parse(text) as SideFile;
  } catch {
    return null;
  }
}

/** Returns metadata for a stored file whose JSON file is missing or damaged, so that the file itself can still be read. */
async function sideWithoutJson(file: string, bucket: string, key: string): Promise<SideFile> {
  const { size, mtime } = await stat(file);
  return {
    ...{ bucket, key, size },
    mimetype: "application/octet-stream",
    cacheControl: "no-cache",
    eTag: `"${size}-${mtime.getTime()}"`,
    lastModified: mtime.toISOString(),
  };
}

function metadataOf(side: SideFile): ObjectMetadata {
  return {
    cacheControl: side.cacheControl,
    contentLength: side.size,
    size: side.size,
    mimetype: side.mimetype,
    lastModified: new Date(side.lastModified),
    eTag: side.eTag,
    httpStatusCode: 200,
  };
}

async function bytesOf(body: UploadBody): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
