import API
import Devices
import Documents
import Gateway
import Glibc
import Runtime
import Signals
import Store

/// `bench-notification [NOTIFICATIONS] [PAUSE_MS]`: the time from the bytes of a heart-rate notification to the last
/// live reading published, through strap, pipeline, a real store and the event stream, with no client, one and fifty
/// over the gateway's socket. PAUSE_MS between notifications (2 by default) lets caches and branches go cold as they do
/// in life; 0 is back to back. Prints one JSON object.
@main
enum BenchNotification {
    /// A device that is fed by hand.
    struct Hand: DeviceSource {
        let device = SimulatedWearer(SimulatedWearer.Settings(), from: Instant(nanoseconds: 0)).device
        func run(delivering outlet: any DeviceOutlet) async throws {}
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        let count = arguments.count > 1 ? Int(arguments[1]) ?? 2000 : 2000
        let pause = arguments.count > 2 ? Double(arguments[2]) ?? 2 : 2
        // Mid-morning, when somebody sits, walks and works.
        let start = Instant(nanoseconds: 1_700_042_400_000_000_000)
        let warmUp = 600
        let series = Notifications(count: count + warmUp, from: start)
        var json = JSONText()
        try json.object { json in
            json.field("notifications", count)
            json.field("pause_ms", pause)
            try json.array("runs") { json in
                for clients in [0, 1, 50] { try run(series, warmUp: warmUp, pause: pause, clients: clients, &json) }
            }
        }
        print(json.string)
    }

    private static func run(
        _ series: Notifications, warmUp: Int, pause: Double, clients count: Int, _ json: inout JSONText
    ) throws {
        let folder = "/tmp/nightjar-bench-notification-\(getpid())-\(count)"
        let gateway = try Gateway(.init(folder: folder, zone: .utc), sources: [Hand()])
        let live = LiveFeed(gateway)
        let socket = "\(folder)/bench.sock"
        let server = try HTTPServer(
            .init(unixSocket: socket), router: Routes.router(for: gateway, live: live), events: live.events)
        let clients = EventClients(count: count, socket: socket)
        guard let pipeline = gateway.pipelines.first else { return }
        var strap = HeartRateStrap(device: pipeline.status.device.id)
        var times: [Double] = []
        var cpu: [Double] = []
        times.reserveCapacity(series.seconds.count)
        for second in series.seconds {
            for batch in second.motion { pipeline.deliver(batch) }
            if pause > 0 { usleep(useconds_t(pause * 1000)) }
            let (began, spent) = (now(CLOCK_MONOTONIC), now(CLOCK_THREAD_CPUTIME_ID))
            strap.receive(second.bytes, at: second.arrival, into: pipeline)
            times.append((now(CLOCK_MONOTONIC) - began) * 1e6)
            cpu.append((now(CLOCK_THREAD_CPUTIME_ID) - spent) * 1e6)
            pipeline.tick(at: second.arrival)
        }
        clients.stop()
        server.stop()
        gateway.store.close()
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.lock"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
        let sorted = times.dropFirst(warmUp).sorted()
        let cpuSorted = cpu.dropFirst(warmUp).sorted()
        json.object { json in
            json.field("clients", count)
            json.field("median_us", sorted[sorted.count / 2])
            json.field("median_cpu_us", cpuSorted[cpuSorted.count / 2])
            json.field("p90_us", sorted[sorted.count * 9 / 10])
            json.field("p99_us", sorted[sorted.count * 99 / 100])
            json.field("worst_us", sorted[sorted.count - 1])
            json.field("event_bytes_received", clients.bytes)
        }
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
