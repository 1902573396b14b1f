import { mountedUnder } from "countersign"
import { wallet } from "../../../shared.ts"

export const GET = mountedUnder("/health", (request) => wallet().health(request))
