import Glibc
import Relay
import Runtime
import Signals
import Synchronization

/// Phone, watch and hub in one process, over the unix socket that programs use, with queues on the disk.
final class RelayBenchmark {
    private static let trips = 5000
    private static let messages = 40_000

    private let folder: String
    private let hub: RelayHub
    private let phone: RelaySession
    private let watch: RelaySession
    private let echo = Echo()
    private let counter = Counter()

    init() throws {
        var template = Array((Self.temporary + "/nightjar-relay-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(SystemError(errno, "mkdtemp", Self.temporary), "No temporary folder can be made")
        }
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        hub = try RelayHub(path: "\(folder)/relay.sock")
        phone = try RelaySession(role: .phone, path: hub.path)
        watch = try RelaySession(role: .watch, path: hub.path)
        phone.delegate = echo
        watch.delegate = counter
        phone.activate()
        watch.activate()
        for _ in 0..<2000 where !(watch.isReachable && phone.isReachable) { usleep(1000) }
        guard watch.isReachable, phone.isReachable else { throw Failure(.failed, "The relay does not start.") }
    }

    private static var temporary: String {
        guard let path = getenv("TMPDIR"), path.pointee != 0 else { return "/tmp" }
        return String(cString: path)
    }

    /// One question after the other, each with its reply; the median of their times is the figure.
    func roundTrips() throws -> Benchmark.Work {
        var times: [Double] = []
        var work = Benchmark.measure {
            let done = Waiting()
            for number in 0..<Self.trips {
                let begin = ContinuousClock.now
                watch.sendMessage(["n": .number(Double(number))], replyHandler: { _ in done.signal() }) { _ in
                    done.signal()
                }
                done.wait()
                times.append((ContinuousClock.now - begin) / .microseconds(1))
            }
            return times.count
        }
        work.medianMicroseconds = times.sorted()[times.count / 2]
        return work
    }

    /// User infos from the first call to the last receipt, each on the disk before it is promised.
    func durable() throws -> Benchmark.Work {
        counter.expect(Self.messages)
        return Benchmark.measure {
            for number in 0..<Self.messages { phone.transferUserInfo(["n": .number(Double(number))]) }
            counter.waiting.wait()
            return Self.messages
        }
    }

    deinit {
        watch.invalidate()
        phone.invalidate()
        hub.stop()
        for name in ["relay/journal", "relay/files", "relay"] { remove("\(folder)/\(name)") }
        rmdir(folder)
    }

    private final class Echo: RelaySessionDelegate {
        func session(
            _ session: RelaySession, didReceiveMessage message: RelayPayload,
            replyHandler: @escaping @Sendable (RelayPayload) -> Void
        ) { replyHandler(message) }
    }

    private final class Counter: RelaySessionDelegate {
        let waiting = Waiting()
        private let left = Atomic(0)
        func expect(_ count: Int) { left.store(count, ordering: .releasing) }
        func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) {
            if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { waiting.signal() }
        }
    }

    /// Blocks a thread until another signals.
    private final class Waiting: @unchecked Sendable {  // a semaphore is made for that
        private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        init() { sem_init(semaphore, 0, 0) }
        deinit {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }
        func signal() { sem_post(semaphore) }
        func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }
    }
}
