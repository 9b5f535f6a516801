import Devices
import Fuzzing
import Glibc
import Signals
import USB

/// Fuzzes what comes over a recorder's serial line. The first byte of an input says what the rest is: 0, one line for
/// every kind of reply; 1, the system's table of mounts; others, a talk: steps of one byte for what happens, where it is
/// receiving, one for how many bytes, and those bytes.
@main
enum FuzzSerialLine {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--seeds", let folder = CommandLine.arguments.last {
            return Seeds.write(to: folder)
        }
        exit(Fuzzer.run(testSerialLine))
    }
}

/// One input.
private func testSerialLine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch mode {
    case 0: checkReplies(String(decoding: rest, as: UTF8.self))
    case 1:
        for mount in MountTable(text: String(decoding: rest, as: UTF8.self)).mounts {
            precondition(!mount.type.isEmpty)
        }
    default: checkTalk(rest)
    }
    return 0
}

/// Every kind of reply is read or refused, and what is read lies in its range.
private func checkReplies(_ line: String) {
    if let identity = try? AxivityIdentity(line: line) {
        precondition(!identity.device.deviceID.rawValue.isEmpty)
        precondition((try? AxivityConfirmation(typed: String(identity.number), for: identity)) != nil)
        precondition((try? AxivityConfirmation(typed: String(identity.number &+ 1), for: identity)) == nil)
    }
    if let time = try? AxivityTime(line: line) { precondition((2000...2063).contains(time.wall.date.year)) }
    if let battery = try? AxivityBattery(line: line) { precondition((0...100).contains(battery.percent)) }
    if let memory = try? AxivityMemory(line: line) { precondition(memory.spare >= 0 && !memory.bad.isEmpty) }
    if let rate = try? AxivityRate(line: line) { precondition(rate.hertz > 0 && rate.range >= 2) }
    if let note = try? AxivityNote(line: line) { precondition((0...13).contains(note.index)) }
    if let schedule = try? AxivitySchedule(line: line) { precondition(!schedule.description.isEmpty) }
    _ = try? AxivityBatteryHealth(line: line)
    _ = try? AxivityLogEntry(line: line)
    _ = AxivityMotion(line: line)
    let identification = AxivityIdentification(serial: line, label: line, header: nil, reply: nil)
    precondition(identification.contradiction == nil)
}

/// Every request has one outcome at most, one is under way at a time, and what is sent is short and whole.
private func checkTalk(_ bytes: [UInt8]) {
    var line = AxivityLine()
    var open: Set<Int> = []
    var underWay: Int?
    var place = 0
    while place < bytes.count {
        let step = bytes[place]
        place += 1
        switch step % 8 {
        case 0: open.insert(line.submit(AxivityCommand.identity.request))
        case 1: open.insert(line.submit(AxivityCommand.log.request))
        case 2: open.insert(line.submit(AxivityCommand.clock.request))
        case 3: open.insert(line.submit(AxivityCommand.stream.request))
        case 4: if let underWay { line.expire(underWay) }
        case 5: line.rested()
        case 6: if step > 250 { line.end(reason: "over") }
        default:
            guard place < bytes.count else { return }
            let part = bytes[(place + 1)...].prefix(Int(bytes[place]))
            place += 1 + part.count
            line.receive(part)
        }
        for action in line.takeActions() {
            switch action {
            case .send(let sent, let ticket, let seconds):
                precondition(sent.count < 64 && sent.suffix(2) == [13, 10] && seconds > 0 && open.contains(ticket))
                underWay = ticket
            case .reply(_, let ticket), .fail(_, let ticket):
                precondition(open.remove(ticket) != nil, "a request has two outcomes")
                if underWay == ticket { underWay = nil }
            case .motion, .rest: break
            }
        }
    }
}
