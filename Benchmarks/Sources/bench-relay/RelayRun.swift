import Glibc
import Relay
import Runtime
import Signals
import Synchronization

/// Phone, watch and hub in one process, each with a thread of its own, as programs on the same machine.
struct RelayRun {
    let trips: Int
    let messages: Int

    func run() throws {
        var template = Array("/tmp/nightjar-relay-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(.failed, "No temporary folder can be made.") }
        let folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        let hub = try RelayHub(path: "\(folder)/relay.sock")
        let (echo, counter) = (Echo(), Counter())
        let phone = try RelaySession(role: .phone, path: hub.path)
        let watch = try RelaySession(role: .watch, path: hub.path)
        (phone.delegate, watch.delegate) = (echo, counter)
        phone.activate()
        watch.activate()
        for _ in 0..<5000 where !(watch.isReachable && phone.isReachable) { usleep(1000) }
        roundTrips(on: watch)
        for _ in 0..<3 { durable(from: phone, counter) }
        watch.invalidate()
        phone.invalidate()
        hub.stop()
        for name in ["relay/journal", "relay/files", "relay", ""] { remove("\(folder)/\(name)") }
    }

    /// One question after the other, each with its reply.
    private func roundTrips(on watch: RelaySession) {
        var times: [Double] = []
        let done = Gate()
        let cpu = Self.cpu()
        for number in 0..<trips {
            let begin = ContinuousClock.now
            watch.sendMessage(
                ["n": .number(Double(number))], replyHandler: { _ in done.open() }, errorHandler: { _ in done.open() })
            done.wait()
            times.append((ContinuousClock.now - begin) / .microseconds(1))
        }
        times.sort()
        let each = (Self.cpu() - cpu) / Double(trips) * 1e6
        print(
            "round trip: median \(Self.tenth(times[trips / 2])) µs, p99 \(Self.tenth(times[trips * 99 / 100])) µs, "
                + "\(Self.tenth(each)) µs CPU each, \(trips) trips")
    }

    /// From the first call to the last receipt, each on the disk before it is promised.
    private func durable(from phone: RelaySession, _ counter: Counter) {
        counter.expect(messages)
        let (begin, cpu) = (ContinuousClock.now, Self.cpu())
        for number in 0..<messages { phone.transferUserInfo(["n": .number(Double(number))]) }
        counter.gate.wait()
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let each = (Self.cpu() - cpu) / Double(messages) * 1e6
        print(
            "durable: \(Int(Double(messages) / seconds)) messages/s, \(Self.tenth(each)) µs CPU each, "
                + "\(messages) promised and received")
    }

    private static func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// User and system time of the process, in seconds.
    private static func cpu() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

private final class Echo: RelaySessionDelegate {
    func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) { replyHandler(message) }
}

private final class Counter: RelaySessionDelegate {
    let gate = Gate()
    private let left = Atomic(0)
    func expect(_ count: Int) { left.store(count, ordering: .releasing) }
    func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) {
        if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { gate.open() }
    }
}

/// Lets a thread wait for another.
private final class Gate: @unchecked Sendable {  // a semaphore is made for that
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    init() { sem_init(semaphore, 0, 0) }
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }
    func open() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }
}
