import type { Json, ToldEvent, WebhookSettingsValues } from "@countersign/core"

/**
 * What is posted: `data` is the resource as its endpoint answers it. Of two events about one object the later has the
 * higher `sequence`. A payment has its outcome in `eventType` and itself in `transaction` as well, for receivers that
 * were written when these were all there was.
 */
export const envelope = (
  { at, eventId, sequence, type }: ToldEvent,
  data: Json,
  { paymentTypes }: WebhookSettingsValues
) => {
  const isPayment = type.startsWith("OUTGOING_PAYMENT.")
  return {
    id: eventId,
    type: isPayment && paymentTypes === "plain" ? "OUTGOING_PAYMENT" : type,
    ...(isPayment ? { eventType: type } : {}),
    timestamp: new Date(at).toISOString(),
    ...(sequence === undefined ? {} : { sequence }),
    data,
    ...(isPayment ? { transaction: data } : {})
  }
}
