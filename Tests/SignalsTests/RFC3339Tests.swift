import Signals
import Testing

@Suite("Times by RFC 3339")
struct RFC3339Tests {
    @Test(
        "are read with any offset and fraction",
        arguments: [
            ("2025-06-18T22:30:00Z", 1_750_285_800_000_000_000),
            ("2025-06-19T00:30:00+02:00", 1_750_285_800_000_000_000),
            ("2025-06-18T17:00:00.5-05:30", 1_750_285_800_500_000_000),
            ("2025-06-18 22:30:00", 1_750_285_800_000_000_000),
            ("2025-06-18T22:30:00.123456789012Z", 1_750_285_800_123_456_789),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000_000), ("1969-12-31T23:59:59Z", -1_000_000_000),
        ] as [(String, Int64)])
    func read(text: String, nanoseconds: Int64) {
        #expect(Instant(rfc3339: text)?.nanoseconds == nanoseconds)
    }

    @Test(
        "are refused when they are no times",
        arguments: [
            "", "yesterday", "2025-06-31T00:00:00Z", "2025-06-18T24:00:00Z", "2025-06-18T22:30:00+2", "2025-06-18",
            "2025-06-18T22:30:00.Z", "2025-06-18T22:30:00ZZ", "9999-01-01T00:00:00Z", "2025-06-18T22:-1:00Z",
        ])
    func refused(text: String) { #expect(Instant(rfc3339: text) == nil) }

    @Test("are written in UTC with the decimals that they need")
    func written() {
        #expect(Instant(nanoseconds: 1_750_285_800_000_000_000).rfc3339 == "2025-06-18T22:30:00Z")
        #expect(Instant(nanoseconds: 1_750_285_800_123_456_789).rfc3339 == "2025-06-18T22:30:00.123Z")
        #expect(Instant(nanoseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
    }
}
