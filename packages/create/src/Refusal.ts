/** A call that the command refuses, with what to do in one line. */
export class Refusal extends Error {}
