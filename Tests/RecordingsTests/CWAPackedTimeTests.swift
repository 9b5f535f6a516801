import Signals
import Testing

@testable import Recordings

@Suite("Packed times of an Axivity recorder")
struct CWAPackedTimeTests {
    @Test("are the same by both ways, sound or not")
    func both() {
        var sound = 0
        for year in UInt32(0)..<64 {
            for date in UInt32(0)..<512 {
                let time = CWAPackedTime(rawValue: year << 26 | date << 17 | 13 << 12 | 59 << 6 | 58)
                #expect(time.nanoseconds == time.civilTime?.nanoseconds)
                sound += time.nanoseconds == nil ? 0 : 1
            }
        }
        #expect(sound == 64 * 365 + 16)
        for clock in UInt32(0)..<(1 << 17) where clock % 7 == 0 {
            let time = CWAPackedTime(rawValue: 24 << 26 | 2 << 22 | 29 << 17 | clock)
            #expect(time.nanoseconds == time.civilTime?.nanoseconds)
        }
    }
}
