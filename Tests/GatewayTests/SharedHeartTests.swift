import Analysis
import Devices
import Signals
import Testing

@testable import Gateway

@Suite("A heart rate that is given on")
struct SharedHeartTests {
    private var heart = SharedHeart()
    private let noon = Bench.noon

    private func reading(_ seconds: [Double], rr: Double = 1000, rate: Double? = 61, contact: Bool? = nil)
        -> HeartReading
    {
        let beats = seconds.map { Beat(time: noon.advanced(bySeconds: $0), rr: rr) }
        let time = beats.last?.time ?? noon
        let window = HeartWindow(time: time, unknown: "nothing yet")
        return HeartReading(time: time, window: window, beats: beats, deviceRate: rate, contact: contact)
    }

    @Test("Each interval goes on once, in 1/1024 s, with the device's own rate and the contact")
    mutating func intervals() {
        let first = heart.measurements(of: reading([1, 2]), at: noon.advanced(bySeconds: 2))
        #expect(first == [HeartRateMeasurement(rate: 61, contact: .detected, intervals: [1024, 1024])])
        let again = heart.measurements(
            of: reading([1, 2, 3], rr: 500, rate: nil, contact: true), at: noon.advanced(bySeconds: 3))
        #expect(again == [HeartRateMeasurement(rate: 120, contact: .detected, intervals: [512])])
        let off = heart.measurements(of: reading([4], contact: false), at: noon.advanced(bySeconds: 4))
        #expect(off.map(\.contact) == [.absent])
    }

    @Test("What was stored and comes late is not of now, and what is no interval stays out")
    mutating func late() {
        #expect(heart.measurements(of: reading([1, 2]), at: noon.advanced(bySeconds: 60)).isEmpty)
        let odd = heart.measurements(of: reading([61], rr: .nan), at: noon.advanced(bySeconds: 61))
        #expect(odd == [HeartRateMeasurement(rate: 61, contact: .detected)])
        #expect(heart.measurements(of: reading([62], rate: .infinity), at: noon.advanced(bySeconds: 62)).isEmpty)
        #expect(heart.measurements(of: reading([63], rate: 1e9), at: noon.advanced(bySeconds: 63)).map(\.rate) == [255])
    }

    @Test("Many intervals at once are split so that each value fits the smallest link, in order")
    mutating func many() {
        let seconds = (0..<20).map { 0.5 * Double($0) }
        let values = heart.measurements(of: reading(seconds), at: noon.advanced(bySeconds: 10))
        #expect(values.map(\.intervals.count) == [8, 8, 4])
        #expect(values.allSatisfy { $0.encoded().count <= 20 })
    }

    @Test("After the clock was set back everything is told at once, not when it has caught up")
    mutating func setBack() {
        #expect(!heart.measurements(of: reading([3601]), at: noon.advanced(bySeconds: 3601)).isEmpty)
        let told = heart.measurements(of: reading([1, 2]), at: noon.advanced(bySeconds: 2))
        #expect(told.map(\.intervals.count) == [2])
        _ = heart.measurements(of: reading([7200]), at: noon.advanced(bySeconds: 7200))
        #expect(heart.silence(at: noon.advanced(bySeconds: 10)) != nil)
    }

    @Test("While nothing comes the contact is said to be lost, now and then")
    mutating func silence() {
        _ = heart.measurements(of: reading([1]), at: noon.advanced(bySeconds: 1))
        #expect(heart.silence(at: noon.advanced(bySeconds: 3)) == nil)
        let lost = heart.silence(at: noon.advanced(bySeconds: 4))
        #expect(lost == HeartRateMeasurement(rate: 0, contact: .absent) && lost?.encoded() == [0x04, 0])
        #expect(heart.silence(at: noon.advanced(bySeconds: 5)) == nil)
        #expect(heart.silence(at: noon.advanced(bySeconds: 6)) == lost)
        #expect(!heart.measurements(of: reading([7]), at: noon.advanced(bySeconds: 7)).isEmpty)
        #expect(heart.silence(at: noon.advanced(bySeconds: 8)) == nil)
    }
}
