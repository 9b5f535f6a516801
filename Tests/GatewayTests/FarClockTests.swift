import Foundation
import Gateway
import Runtime
import Signals
import Testing

@Suite("A clock of another age")
struct FarClockTests {
    private func gateway(at instant: Instant) throws -> Gateway {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        return try Gateway(.init(folder: folder, zone: .utc, clock: VirtualClock(start: instant)))
    }

    @Test("is an error that says what to do", arguments: [Int64.min, -9_151_488_000_000_000_000, .max])
    func refused(nanoseconds: Int64) throws {
        let failure = #expect(throws: Failure.self) { try gateway(at: Instant(nanoseconds: nanoseconds)) }
        #expect(failure?.message.contains("Set it") == true)
    }

    @Test("of the last year that can be kept works, nights and all")
    func last() throws {
        let gateway = try gateway(at: Instant(nanoseconds: 9_183_023_999_000_000_000))
        let (first, last) = (CivilDate(daysSince1970: .min), CivilDate(daysSince1970: .max))
        #expect(try gateway.nights(from: first, to: last).isEmpty)
        for date in ["2260-12-31", "2262-04-12", "9999-12-31", "0001-01-01"] {
            #expect(throws: Failure.self) { try gateway.night(CivilDate(date)) }
        }
    }
}
