/** What sql.ts uses of the driver, for machines that do not have @types/pg yet. */
declare module "pg" {
  type Parse = (text: string) => unknown;
  namespace pg {
    interface ClientConfig {
      connectionString?: string;
      connectionTimeoutMillis?: number;
      query_timeout?: number;
      keepAlive?: boolean;
      application_name?: string;
      types?: { getTypeParser: (oid: number) => Parse };
    }
    interface PoolConfig extends ClientConfig {
      Client?: new () => Client;
      max?: number;
      idleTimeoutMillis?: number;
    }
    interface QueryConfig {
      text: string;
      values?: unknown[];
    }
    interface QueryResult {
      command: string;
      rowCount: number | null;
      // biome-ignore lint/suspicious/noExplicitAny: as @types/pg has it.
      rows: any[];
    }
    class Client {
      constructor(config?: ClientConfig);
      connect(): Promise<unknown>;
      query(config: QueryConfig | string): Promise<QueryResult>;
      on(event: "error", listener: (error: Error) => void): this;
      end(): Promise<void>;
    }
    interface PoolClient extends Client {
      release(error?: Error | boolean): void;
    }
    class Pool {
      constructor(config?: PoolConfig);
      connect(): Promise<PoolClient>;
      on(event: "error", listener: (error: Error) => void): this;
      on(event: "connect", listener: (client: PoolClient) => void): this;
      end(): Promise<void>;
    }
    class DatabaseError extends Error {
      code?: string;
      severity?: string;
      constraint?: string;
      column?: string;
      detail?: string;
      position?: string;
      where?: string;
    }
    const types: { getTypeParser: (oid: number) => Parse };
  }
  export default pg;
}
