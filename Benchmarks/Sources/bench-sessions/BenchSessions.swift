import Devices
import Documents
import Gateway
import Glibc
import Recordings
import Runtime
import Signals
import Store

/// A virtual device that sends acceleration in batches, ten a second, and a heart beat each second, at the pace of life.
struct VirtualBand: DeviceSource {
    /// Samples in a batch.
    static let perBatch = 10

    let device: DeviceDescription
    private let clock = WallClock()

    init(_ number: Int) {
        device = DeviceDescription(
            identity: DeviceIdentity(maker: "Bench", model: "Band", serial: "\(number)"), name: "Band \(number)",
            kind: .wristband, origin: .worn,
            channels: [
                RecordedChannel(.acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: 100),
                RecordedChannel(.rrInterval, axes: ["value"], unit: .milliseconds),
            ])
    }

    func run(delivering outlet: any DeviceOutlet) async throws {
        let origin = clock.now
        guard var line = Timeline(origin: origin, hertz: 100) else { return }
        var values = [Float](repeating: 0, count: 3 * Self.perBatch)
        for batch in 0... {
            let due = line.instant(at: Self.perBatch)
            try await clock.wait(until: due)
            for index in values.indices {
                values[index] = Float((batch &* 31 &+ index &* 17) % 200 - 100) / 400 + (index % 3 == 2 ? 1 : 0)
            }
            outlet.deliver(
                SampleBatch(
                    device: device.id, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                    times: .uniform(line), received: due))
            line = line.dropping(Self.perBatch)
            if batch % 10 == 9 {
                outlet.deliver(
                    BeatBatch(device: device.id, beats: [Beat(time: due, rr: Double(950 + batch % 100))], received: due)
                )
            }
        }
    }
}

/// `bench-sessions [DEVICES] [SECONDS]`: the processor time of a whole gateway with so many virtual devices at 100 Hz and
/// a heart, each with a session of its own, through ring, epochs, analysis and a real store, at the pace of life. Prints
/// one JSON object.
@main
enum BenchSessions {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let devices = arguments.count > 1 ? Int(arguments[1]) ?? 200 : 200
        let seconds = arguments.count > 2 ? Double(arguments[2]) ?? 30 : 30
        let folder = "/tmp/nightjar-bench-sessions-\(getpid())"
        Heap.keepSmall()
        let gateway = try Gateway(.init(folder: folder, zone: .utc), sources: (0..<devices).map { VirtualBand($0) })
        let run = Task { try await gateway.run() }
        // The start itself, with everybody's first batch, is not what is measured.
        try await Task.sleep(for: .seconds(10))
        let (cpu, wall) = (now(CLOCK_PROCESS_CPUTIME_ID), now(CLOCK_MONOTONIC))
        try await Task.sleep(for: .seconds(seconds))
        let (cpuSpent, wallSpent) = (now(CLOCK_PROCESS_CPUTIME_ID) - cpu, now(CLOCK_MONOTONIC) - wall)
        let streaming = gateway.pipelines.count { $0.status.link == .streaming }
        let end = WallClock().now
        run.cancel()
        _ = try? await run.value
        var (epochs, lost) = (0, 0.0)
        for pipeline in gateway.pipelines {
            let id = pipeline.device.id
            epochs += try gateway.store.epochs(of: id, seconds: 5, from: gateway.started, to: end)
                .count { $0.motion?.samples == 500 }
            lost += try gateway.store.losses(of: id, from: gateway.started, to: end).reduce(0) { $0 + $1.count }
        }
        gateway.store.close()
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.lock"] {
            unlink("\(folder)/\(name)")
        }
        rmdir("\(folder)/incoming")
        rmdir(folder)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        var json = JSONText()
        json.object { json in
            json.field("devices", devices)
            json.field("streaming", streaming)
            json.field("seconds", wallSpent)
            json.field("cpu_percent", cpuSpent / wallSpent * 100)
            json.field("whole_epochs_of_5_s", epochs)
            json.field("lost", lost)
            json.field("peak_mb", Double(usage.ru_maxrss) / 1024)
        }
        print(json.string)
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
