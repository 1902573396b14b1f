/** Texts that are known to cause bugs. */
export const oddTexts: ReadonlyArray<string> = [
  // Terminators of a text, a line or a query, and placeholders of templates and shells.
  ...["", " ", "\t", "\0", "a\0b", "\r\n", "a\nb", "\u0085", "\u2028", "\u2029", "\u001b[31m", "\u007f", "'", '"', "`"],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE x; --',
    "%s%n",
    "%00",
    "../../etc/passwd",
    "{{7*7}}",
    "$\u007b7*7}",
    "$(id)",
    "<x>"
  ],
  // Texts that some language treats as an empty or special value.
  ..."null undefined NaN Infinity -Infinity true nil None 0 -0 1e400 0x10 1_000 []".split(" "),
  ..."__proto__ constructor prototype toString hasOwnProperty valueOf then toJSON _tag length".split(" "),
  // Combining marks, both directions, length changes by case or normalization, and characters beyond the BMP.
  ...["\u202eabc", "\u2066x\u2069", "\u200b", "\ufeff", "\ufffd", "\uffff", "e\u0301", "\u00e9", "\u{10ffff}"],
  ..."İ ı ß ﬁ Ⅷ ſ 😀 👩‍👩‍👧‍👦 ａ＠ｅｘａｍｐｌｅ．ｃｏｍ пример 例え مثال ① ٣ 𝟛 Ａ".split(" "),
  // A lone surrogate.
  ...["\ud800", "\udc00", "a\ud83d", "\ude00b", "\udfff\ud800"],
  // Addresses.
  ..."a@b a@b@c.example a.@example.com .a@example.com a..b@example.com a@[127.0.0.1] a@xn--.example".split(" "),
  ...['"a b"@example.com', "a@example.com\r\nBcc: b@example.com", "a@example.com,b@example.com"],
  ..."$ada@pay.example.com $@x.example $ada@localhost".split(" "),
  // Dates, and texts similar to dates.
  ..."2024-02-29 2023-02-29 2024-00-10 2024-13-01 0000-01-01 9999-12-31 10000-01-01 2024-1-1".split(" "),
  ..."2026-03-01T12:00:00Z 2026-03-01T24:00:00Z 2026-03-01T12:00:60Z 2026-03-01T12:00:00+14:00".split(" "),
  ..."+275760-09-13T00:00:00.001Z -000001-01-01T00:00:00Z 1e12 99999999999999".split(" "),
  // Long texts, in several units of length.
  ...["a".repeat(255), "a".repeat(256), "😀".repeat(255), "é".repeat(508), "x".repeat(5_000)],
  ...[`a@${"b".repeat(64)}.example`, `$${"a".repeat(65)}@pay.example.com`]
]
