import { functionUrl } from "@countersign/example-hosts";
import { createCountersign } from "countersign";
const countersign = createCountersign();
export const handler = functionUrl(countersign.handler, "/wallet");
const requestContext = { http: { method: "GET" } };
const event = { rawPath: "/wallet/health/ready", rawQueryString: "", headers: {}, requestContext, isBase64Encoded: false };
const { body, statusCode } = await handler(event);
console.log(statusCode, JSON.parse(String(Buffer.from(body, "base64"))));
await countersign.close();
