import Devices
import Fuzzing
import Glibc
import Signals

/// Fuzzes what comes from an ANT receiver. The first byte of an input says what the rest is: 0, a stream of bytes, the
/// next byte being the size of its pieces; 1, a dialogue: the receiver's bytes in runs, each after half seconds and its
/// length; 3, messages of a foot pod, and others of a heart rate monitor, each as two bytes of milliseconds since the one before (a 16-bit
/// number with sign, the extremes for far jumps of the clock) and eight of payload.
@main
enum FuzzANT {
    static func main() {
        if SeedFolder() != nil { return seeds() }
        exit(Fuzzer.run(testANT))
    }
}

/// One input.
private func testANT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch mode {
    case 0: checkStream(rest)
    case 1: checkDialogue(rest)
    case 3: checkFootPod(rest)
    default: checkMonitor(rest)
    }
    return 0
}

/// The same messages come out whatever the pieces, each as it went in, and none is longer than one may be.
private func checkStream(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let (size, bytes) = (max(1, Int(first)), Array(input.dropFirst()))
    var (whole, pieces) = (AntReader(), AntReader())
    let expected = messages(whole.take(bytes))
    var found: [AntMessage] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
        found += messages(pieces.take(Array(bytes[start..<min(start + size, bytes.count)])))
    }
    precondition(found == expected, "pieces make other messages")
    for message in found {
        precondition(message.content.count <= AntMessage.longest)
        var reader = AntReader()
        precondition(reader.take(message.bytes) == [.message(message)], "a message is another after it was sent")
        do throws(DecodeError) {
            if case .data(_, let payload, let sender, _) = try AntReport(message) {
                precondition(payload.count == 8 && (sender?.number ?? 0) <= 0xFFFFF)
            }
        } catch {
            precondition(error.offset >= 0 && error.offset <= message.content.count)
        }
    }
}

private func messages(_ findings: [AntReader.Finding]) -> [AntMessage] {
    findings.compactMap { if case .message(let message) = $0 { message } else { nil } }
}

/// Whatever a receiver says, only whole messages are sent, nothing follows a failure, and it listens at most once.
private func checkDialogue(_ bytes: [UInt8]) {
    var receiver = AntReceiver(key: [0, 1, 2, 3, 4, 5, 6, 7])
    var now = Instant(nanoseconds: 1_700_000_000_000_000_000)
    var (place, listening, hasFailed) = (0, 0, false)
    func take(_ actions: [AntReceiver.Action]) {
        for action in actions {
            precondition(!hasFailed || isHeard(action), "something is done after it failed")
            switch action {
            case .send(let bytes):
                var reader = AntReader()
                precondition(messages(reader.take(bytes)).count == 1)
            case .listening: listening += 1
            case .heard(let sender, let payload, _): precondition(sender.number > 0 && payload.count == 8)
            case .failed(let reason):
                precondition(!reason.isEmpty)
                hasFailed = true
            }
        }
        precondition(listening <= 1)
    }
    take(receiver.begin(at: now))
    while place + 2 <= bytes.count {
        now = now.advanced(bySeconds: Double(bytes[place]) / 2)
        let run = Array(bytes[(place + 2)...].prefix(Int(bytes[place + 1])))
        place += 2 + run.count
        take(receiver.take(run, at: now))
        take(receiver.check(at: now))
    }
}

private func isHeard(_ action: AntReceiver.Action) -> Bool {
    if case .heard = action { true } else { false }
}

/// Beats come in the order of time and within their bounds, and every loss is told with its reason.
private func checkMonitor(_ bytes: [UInt8]) {
    let outlet = CheckingOutlet()
    var monitor = AntMonitor(device: DeviceID(rawValue: "fuzz"), number: 12_345)
    let end = hear(bytes) { payload, arrival, wait in
        monitor.receive(payload, at: arrival, into: outlet)
        if wait == 6000 { monitor.interrupt("nothing is heard", at: arrival, into: outlet) }
    }
    monitor.finish("the input has ended", at: end, into: outlet)
}

/// Values are finite, and steps and distance never go back.
private func checkFootPod(_ bytes: [UInt8]) {
    let outlet = PodOutlet()
    var pod = AntFootPod(device: DeviceID(rawValue: "fuzz"), number: 12_345)
    var (metres, steps) = (0.0, 0)
    let end = hear(bytes) { payload, arrival, wait in
        pod.receive(payload, at: arrival, into: outlet)
        precondition(pod.metres >= metres && pod.metres < metres + 256 && pod.steps >= steps && pod.steps < steps + 512)
        (metres, steps) = (pod.metres, pod.steps)
        if wait == 6000 { pod.interrupt("nothing is heard", at: arrival, into: outlet) }
    }
    pod.finish("the input has ended", at: end, into: outlet)
}

/// Messages with their arrivals; the last arrival.
private func hear(_ bytes: [UInt8], _ take: ([UInt8], Instant, Int16) -> Void) -> Instant {
    var arrival = Instant(nanoseconds: 1_700_000_000_000_000_000)
    var place = 0
    while place + 2 <= bytes.count {
        let wait = Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8)
        let payload = Array(bytes[(place + 2)...].prefix(8))
        place += 2 + payload.count
        switch wait {
        case .min: arrival = arrival.advanced(byNanoseconds: -1 << 62)
        case .max: arrival = arrival.advanced(byNanoseconds: 1 << 62)
        default: arrival = arrival.advanced(byNanoseconds: Int64(wait) * 1_000_000)
        }
        take(payload, arrival, wait)
    }
    return arrival
}

/// Checks that values are single and can be. Used from one thread only.
private final class PodOutlet: DeviceOutlet, @unchecked Sendable {
    func deliver(_ batch: SampleBatch) {
        precondition(batch.count == 1 && batch.values[0].isFinite && batch.values[0] >= 0)
    }

    func deliver(_ batch: BeatBatch) { preconditionFailure("a foot pod has no beats") }

    func deliver(_ event: DeviceEvent, at instant: Instant) {
        guard case .loss(let loss) = event else { return }
        precondition(loss.count >= 0 && loss.count.isFinite && !loss.detail.isEmpty)
    }
}

/// Checks what must hold for whatever is delivered. Used from one thread only, which is why it may be unchecked.
private final class CheckingOutlet: DeviceOutlet, @unchecked Sendable {
    private var last: Instant?

    func deliver(_ batch: SampleBatch) { precondition(batch.count == 1 && batch.values[0] > 0) }

    func deliver(_ batch: BeatBatch) {
        for beat in batch.beats {
            if let last { precondition(beat.time >= last, "a beat comes before an earlier one") }
            precondition(beat.rr > 0 && beat.rr <= 62_000)
            last = beat.time
        }
    }

    func deliver(_ event: DeviceEvent, at instant: Instant) {
        switch event {
        case .loss(let loss):
            precondition(loss.count >= 0 && loss.count.isFinite && !loss.detail.isEmpty)
            if loss.cause == .clockStep { last = nil }
        case .battery(let percent): precondition((0...100).contains(percent))
        default: break
        }
    }
}
