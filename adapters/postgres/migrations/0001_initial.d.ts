/** The SQL of the migration, for the schema "countersign". */
export declare const initial: string
