import Analysis
import Recordings
import Signals
import TestKit
import Testing

@Suite("Sleep from Actiwatch counts", .enabled(if: TestData.isAvailable))
struct SleepActiwatchTests {
    private struct Counts: RecordingSink {
        var counts: [Double] = []
        var wake: [Float] = []
        var epochs: CountEpochs?

        mutating func begin(_ header: RecordingHeader) {
            let rate = header.channels[0].nominalRate ?? 1
            epochs = CountEpochs(axes: header.channels[0].axes, epochSeconds: Int((1 / rate).rounded()))
        }

        mutating func receive(_ batch: SampleBatch) {
            epochs?.receive(batch)
            if batch.channel == .counts { counts += batch.values.map { Double($0) } }
            guard batch.channel == .vendorState else { return }
            wake += stride(from: 0, to: batch.values.count, by: batch.axes).map { batch.values[$0] }
        }
    }

    private func read(_ name: String) throws -> Counts {
        var sink = Counts()
        _ = try RecordingFormats.decode(RecordingFile.open(path: TestData.path("actiwatch/\(name)")), into: &sink)
        return sink
    }

    @Test(
        "Oakley's rule on an export's counts is Actiware's own score in every epoch",
        arguments: [("test_sample_rpx_eng.csv", 30, 20_156), ("test_sample.csv", 60, 11_552)])
    func vendorScore(name: String, seconds: Int, scored: Int) throws {
        let export = try read(name)
        let states = try #require(SleepScorer.oakley40.score(export.counts, seconds: seconds))
        let known = states.indices.filter { !export.wake[$0].isNaN && states[$0] != .unknown }
        #expect(known.count == scored)
        #expect(known.filter { (states[$0] == .awake) != (export.wake[$0] == 1) }.isEmpty)
    }

    @Test("thirteen days of an Actiwatch give a night for each", arguments: ["example_01.AWD", "example_02.AWD"])
    func nights(name: String) throws {
        let epochs = try #require(try read(name).epochs)
        #expect(epochs.scale == .actiwatch)
        let nights = try NightAnalysis.nights(counts: epochs, zone: .utc)
        #expect((12...14).contains(nights.count))
        #expect(nights.allSatisfy { $0.scoringMethod.name.contains("oakley") })
    }
}
