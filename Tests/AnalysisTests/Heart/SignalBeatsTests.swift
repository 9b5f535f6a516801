import Analysis
import Foundation
import Signals
import TestKit
import Testing

@Suite("Beats of raw signals")
struct SignalBeatsTests {
    private func batches(_ values: [Double], rate: Double, from start: Instant, size: Int = 73) throws -> [SampleBatch]
    {
        let line = try #require(Timeline(origin: start, hertz: rate))
        return stride(from: 0, to: values.count, by: size).map { first in
            SampleBatch(
                device: DeviceID(rawValue: "x"), channel: Channel(rawValue: "ecg"), unit: .one,
                values: values[first..<min(values.count, first + size)].map(Float.init),
                times: .uniform(line.dropping(first)), received: start)
        }
    }

    @Test("give the intervals of an electrocardiogram, to the millisecond, however it is cut")
    func heart() throws {
        let drawn = SyntheticHeartSignal(seconds: 60, rate: 130)
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        var results: [[SignalBeats.Found]] = []
        for size in [73, 1, 7800] {
            var beats = SignalBeats(.electrocardiogram)
            var found: [SignalBeats.Found] = []
            for batch in try batches(drawn.signal, rate: 130, from: start, size: size) { found += beats.receive(batch) }
            results.append(found + beats.finish())
        }
        #expect(results[0] == results[1] && results[0] == results[2])
        #expect(results[0].count == drawn.beats.count && results[0][0].interval == nil)
        for (index, beat) in results[0].enumerated().dropFirst() {
            let expected = (drawn.beats[index] - drawn.beats[index - 1]) / 130 * 1000
            #expect(abs(try #require(beat.interval) - expected) < 2)
        }
    }

    @Test("give the intervals of light, either way up", arguments: [1.0, -1.0])
    func pulse(sign: Double) throws {
        let drawn = SyntheticHeartSignal(seconds: 60, rate: 55)
        var beats = SignalBeats(.pulse)
        var found: [SignalBeats.Found] = []
        for batch in try batches(drawn.light.map { sign * $0 }, rate: 55, from: Instant(nanoseconds: 0)) {
            found += beats.receive(batch)
        }
        found += beats.finish()
        // The first seconds go by until the filter has settled.
        #expect(found.count >= drawn.beats.count - 4 && found.count <= drawn.beats.count)
        let offset = drawn.beats.count - found.count
        for (index, beat) in found.enumerated().dropFirst(2) {
            let expected = (drawn.beats[index + offset] - drawn.beats[index + offset - 1]) / 55 * 1000
            #expect(abs(try #require(beat.interval) - expected) < 8 && beat.quality > 0.8)
        }
    }

    @Test("find the pulses of a finger", .enabled(if: TestData.isAvailable))
    func finger() throws {
        let values = try TestData.text("ecg/ppg_100hz.csv").split(whereSeparator: \.isNewline).compactMap {
            Double($0.trimmingCharacters(in: CharacterSet(charactersIn: "\"\r ")))
        }
        var beats = SignalBeats(.pulse)
        var found: [SignalBeats.Found] = []
        for batch in try batches(values, rate: 100, from: Instant(nanoseconds: 0)) { found += beats.receive(batch) }
        found += beats.finish()
        #expect(found.count == 23 && found.allSatisfy { $0.quality > 0.7 })
        #expect(found.compactMap(\.interval).allSatisfy { (800...1250).contains($0) })
    }

    @Test("have no interval across a hole, and begin anew at another rate")
    func hole() throws {
        let drawn = SyntheticHeartSignal(seconds: 30, rate: 250)
        var beats = SignalBeats(.electrocardiogram)
        var found: [SignalBeats.Found] = []
        let later = Instant(nanoseconds: 31_000_000_000)
        for batch in try batches(drawn.signal, rate: 250, from: Instant(nanoseconds: 0)) {
            found += beats.receive(batch)
        }
        for batch in try batches(drawn.signal, rate: 250, from: later) { found += beats.receive(batch) }
        let other = SyntheticHeartSignal(seconds: 30, rate: 125)
        let last = Instant(nanoseconds: 61_000_000_000)
        for batch in try batches(other.signal, rate: 125, from: last) { found += beats.receive(batch) }
        found += beats.finish()
        #expect(found.count { $0.interval == nil } == 3)
        #expect(found.count >= 3 * drawn.beats.count - 3)
    }
}
