import Documents
import Epochs
import Glibc
import Runtime
import Signals

/// A wrist that turns, rests and shakes; `count` samples of three axes in g, in steps of 1/256 g as sensors give.
func motion(count: Int) -> [Float] {
    var state: UInt64 = 42
    func noise() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(state >> 40) / Float(1 << 24) - 0.5
    }
    var values: [Float] = []
    values.reserveCapacity(count * 3)
    for index in 0..<count {
        let angle = Float(index % 60_000) / 60_000 * 6.283
        let shake: Float = index / 12_000 % 3 == 0 ? 0.6 : 0.02
        for axis in [sinf(angle) * 0.6, cosf(angle) * 0.6, cosf(angle / 2) * 0.8] {
            values.append(((axis + shake * noise()) * 256).rounded() / 256)
        }
    }
    return values
}

/// CPU seconds of this thread.
func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The median of five runs over `seconds` of samples, the hour in `values` again and again, in CPU time.
func report(
    _ name: String, _ hertz: Int, batch size: Int, seconds: Int, _ values: [Float], _ json: inout JSONText
) {
    let hour = values.count / 3
    let batches = stride(from: 0, to: hour, by: size).map { start in
        Array(values[(start * 3)..<(min(hour, start + size) * 3)])
    }
    guard let line = Timeline(origin: Instant(nanoseconds: 1_700_000_000_000_000_000), hertz: Double(hertz)) else {
        return
    }
    let rounds = max(1, seconds / 3600)
    var checksum = 0.0
    let runs = (0..<5).map { _ in
        var aggregator = EpochAggregator()
        var index = 0
        let start = cpu()
        for _ in 0..<rounds {
            for batch in batches {
                aggregator.add(
                    SampleBatch(
                        device: DeviceID(rawValue: "bench"), channel: .acceleration, unit: .standardGravity, axes: 3,
                        values: batch, times: .uniform(line.dropping(index)), received: line.origin))
                index += batch.count / 3
                aggregator.drain { checksum += $0.motion?.mad ?? 0 }
            }
        }
        aggregator.finish()
        aggregator.drain { checksum += $0.motion?.mad ?? 0 }
        return cpu() - start
    }
    let median = runs.sorted()[2]
    let samples = Double(rounds * hour)
    json.object { json in
        json.field("run", name)
        json.field("rate_hz", hertz)
        json.field("batch_samples", size)
        json.field("samples", samples)
        json.field("cpu_seconds_median", median)
        json.field("samples_per_second", samples / median)
        json.field("ns_per_sample", median / samples * 1e9)
        json.field("checksum", checksum)
    }
}
