/** What every group of measurements gets. */
export interface Setting {
  /** Of a PostgreSQL of its own, as its owner. */
  readonly url: string;
  /** The bundled rivals. */
  readonly rivals: string;
  readonly rounds: number;
}
