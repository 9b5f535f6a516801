import Analysis
import Signals
import Testing

@testable import Store

@Suite("Stored nights")
struct NightRecordTests {
    @Test("keep the expected error, and those of earlier versions are read without one")
    func layouts() throws {
        var night = ResultTests.night(CivilDate(daysSince1970: 20_000))
        let old = night
        night.confidence.expectedError = 21.5
        #expect(try NightRecord.decode(NightRecord.encode(night)) == night)
        var bytes = NightRecord.encode(old)
        // What layout 1 did not have: whether there is an expected error, behind the agreement.
        let agreement = withUnsafeBytes(of: old.confidence.agreement.bitPattern.littleEndian) { Array($0) }
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: agreement) })
        bytes.remove(at: place + 8)
        bytes[0] = 1
        let read = try NightRecord.decode(bytes)
        #expect(read == old && read.confidence.expectedError == nil && abs(read.confidence.value - 0.664) < 1e-9)
        bytes[0] = 3
        #expect(throws: DecodeError.self) { try NightRecord.decode(bytes) }
    }
}
