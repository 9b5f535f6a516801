import Recordings
import Signals
import TestKit
import Testing

@testable import Analysis

/// Nights against the statistics that the recorders' own software put into its exports.
@Suite("Nights against the makers' own statistics", .enabled(if: TestData.isAvailable))
struct VendorNightTests {
    private struct Export: RecordingSink {
        var epochs: CountEpochs?
        var header: RecordingHeader?
        /// Times and values of the maker's interval or state, and of its score.
        var states: [(time: Instant, rest: Float, wake: Float)] = []

        mutating func begin(_ header: RecordingHeader) {
            self.header = header
            let counts = header.channels.first { $0.channel == .counts }
            let rate = counts?.nominalRate ?? 1
            epochs = CountEpochs(axes: counts?.axes ?? [], epochSeconds: Int((1 / rate).rounded()))
        }

        mutating func receive(_ batch: SampleBatch) {
            epochs?.receive(batch)
            guard batch.channel == .vendorState else { return }
            for index in 0..<batch.count {
                let own = batch.values[(index * batch.axes)..<((index + 1) * batch.axes)]
                states.append((batch.times.instant(at: index), own.last ?? .nan, own.first ?? .nan))
            }
        }
    }

    private func read(_ name: String) throws -> Export {
        var sink = Export()
        _ = try RecordingFormats.decode(RecordingFile.open(path: TestData.path(name)), into: &sink)
        return sink
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.map(abs).sorted()
        return sorted.isEmpty ? .infinity : sorted[sorted.count / 2]
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    private func deviation(_ values: [Double]) -> Double {
        let centre = mean(values)
        return (mean(values.map { ($0 - centre) * ($0 - centre) })).squareRoot()
    }

    @Test("find every sleep of Actiware, none else, at its times: onset within 12 minutes (median), sleep within 15")
    func actiware() throws {
        var onset: [Double] = []
        var sleep: [Double] = []
        for (name, nights) in [("test_sample_rpx_eng.csv", 7), ("test_sample.csv", 6)] {
            let export = try read("actiwatch/\(name)")
            let seconds = Double(try #require(export.epochs).epochSeconds)
            var spans: [(Range<Instant>, asleep: Double)] = []
            for (time, state, wake) in export.states where state == 2 {
                let end = time.advanced(bySeconds: seconds)
                let asleep = wake == 0 ? seconds / 60 : 0
                if let last = spans.last, last.0.upperBound == time {
                    spans[spans.count - 1] = (last.0.lowerBound..<end, last.asleep + asleep)
                } else {
                    spans.append((time..<end, asleep))
                }
            }
            spans = spans.filter { $0.0.upperBound.seconds(since: $0.0.lowerBound) >= 7200 }
            #expect(spans.count == nights)
            let found = try NightAnalysis.nights(counts: try #require(export.epochs), zone: .utc)
                .filter { $0.sleepPeriod != nil }
            #expect(found.count == nights)
            for (span, asleep) in spans {
                let night = try #require(found.first { $0.sleepPeriod?.overlaps(span) == true })
                let period = try #require(night.sleepPeriod)
                onset.append(period.lowerBound.seconds(since: span.lowerBound) / 60)
                sleep.append(try #require(night.measures.totalSleepTime.value) - asleep)
            }
        }
        #expect(median(onset) <= 12)
        #expect(abs(mean(sleep)) <= 15 && median(sleep) <= 15 && deviation(sleep) <= 55)
    }

    @Test("find every night of an ActTrust's own states at their times, and none while it lay on a table")
    func condor() throws {
        let export = try read("nights/condor_Example_Log.txt")
        let nights = try NightAnalysis.nights(counts: try #require(export.epochs), zone: .utc)
            .filter { $0.sleepPeriod != nil }
        #expect(nights.count == 15)
        var onset: [Double] = []
        var sleep: [Double] = []
        for night in nights {
            let period = try #require(night.sleepPeriod)
            let near = export.states.filter { (-7200.0...7200).contains($0.time.seconds(since: period.lowerBound)) }
            let first = near.first { entry in
                entry.rest == 1
                    && near.count { (0.0..<1800).contains($0.time.seconds(since: entry.time)) && $0.rest == 1 } >= 20
            }
            onset.append(period.lowerBound.seconds(since: try #require(first).time) / 60)
            let asleep = export.states.count { night.window.contains($0.time) && $0.rest == 1 }
            sleep.append(try #require(night.measures.totalSleepTime.value) - Double(asleep))
            #expect(!export.states.contains { period.contains($0.time) && $0.rest == 4 })
        }
        #expect(median(onset) <= 12)
        #expect(median(sleep) <= 40)
    }

    @Test("trust no night of a recorder in which nearly nothing was counted")
    func silent() throws {
        let export = try read("nights/205_actlumus_Log_1020_20230904101707532.txt.zip")
        let nights = try NightAnalysis.nights(counts: try #require(export.epochs), zone: .utc)
        #expect(nights.count == 7 && nights.allSatisfy { $0.sleepPeriod != nil && $0.confidence.value <= 0.3 })
    }
}
