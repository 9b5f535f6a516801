import Analysis
import Devices
import Gateway
import Signals
import Store
import TestKit
import Testing

@Suite("The heart of raw signals in the live way")
struct RawHeartTests {
    private let noon = Bench.noon
    private let rate = 130.0

    private func deliver(_ values: [Double], as channel: String, to bench: Bench, step: Int = 73) throws {
        let line = try #require(Timeline(origin: noon, hertz: rate))
        for first in stride(from: 0, to: values.count, by: step) {
            let part = values[first..<min(values.count, first + step)].map(Float.init)
            bench.pipeline.deliver(
                SampleBatch(
                    device: bench.device.id, channel: Channel(rawValue: channel), unit: .one, values: part,
                    times: .uniform(line.dropping(first)), received: line.instant(at: first + part.count)))
        }
    }

    @Test("gives beats of an electrocardiogram or of light where the device sends none", arguments: ["ecg", "ppg"])
    func derived(channel: String) async throws {
        let bench = try Bench()
        let drawn = SyntheticHeartSignal(seconds: 90, rate: rate)
        try deliver(channel == "ecg" ? drawn.signal : drawn.light, as: channel, to: bench)
        bench.pipeline.tick(at: noon + 90)
        bench.pipeline.finish()
        let times = bench.seen.hearts.flatMap(\.beats).map(\.time)
        #expect(times.count > 85 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        // The first ten seconds are left to intervals of the device's own.
        #expect(times.allSatisfy { $0.seconds(since: noon) >= 10 })
        #expect(abs((bench.seen.hearts.last?.window.heartRate.value ?? 0) - 70.6) < 2)
        #expect(bench.seen.hearts.last?.window.rmssd.value != nil)
        try await bench.store.flush()
    }

    @Test("leaves beats to the device once it sends its own, and never tells both")
    func own() throws {
        let bench = try Bench()
        let drawn = SyntheticHeartSignal(seconds: 60, rate: rate)
        bench.pipeline.deliver(bench.beats([noon + 1, noon + 2]))
        try deliver(drawn.signal, as: "ecg", to: bench)
        bench.pipeline.deliver(bench.beats([noon + 61, noon + 62]))
        #expect(bench.seen.hearts.flatMap(\.beats).map(\.time) == [noon + 1, noon + 2, noon + 61, noon + 62])
    }

    @Test("takes over from the signal in the middle without telling a beat twice")
    func takeOver() throws {
        let bench = try Bench()
        let drawn = SyntheticHeartSignal(seconds: 40, rate: rate)
        try deliver(drawn.signal, as: "ecg", to: bench)
        let told = bench.seen.hearts.flatMap(\.beats).map(\.time)
        let last = try #require(told.last)
        bench.pipeline.deliver(bench.beats([last.advanced(bySeconds: -0.8), last.advanced(bySeconds: 0.8)]))
        try deliver(drawn.signal, as: "ecg", to: bench)
        let all = bench.seen.hearts.flatMap(\.beats).map(\.time)
        #expect(all == told + [last.advanced(bySeconds: 0.8)])
    }
}
