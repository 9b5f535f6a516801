import DeviceProfiles
import Fuzzing
import Glibc
import Runtime
import Signals

/// Fuzzes the dialogues with devices as a link speaks them: the first byte names one, the rest is what happens, a value behind
/// its length in one byte, or above 250 something else.
@main
enum FuzzDialogues {
    static func main() {
        if var seeds = SeedFolder() { return write(&seeds) }
        exit(Fuzzer.run(testDialogues))
    }
}

private let profiles = ["huami.band", "wellue.o2ring", "polar.h10", "openmovement.axle"]
    .compactMap { ProfileLibrary(folders: []).profile($0) }
private let key = DeviceKey([UInt8](0..<16))
private let now = Instant(nanoseconds: 1_800_000_000_000_000_000)

/// One input. Whatever a device says, nothing is asked of it without end, what is kept has a time for each value and
/// none that is still to come, and a ring is told nothing that changes it.
private func testDialogues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let profile = profiles[Int(first) % profiles.count]
    guard let type = DialogueRegistry.compiled.dialogue(of: profile),
        var talk = type.init(
            DialogueContext(
                profile: profile, requests: [[2, 2, 0, 1, 50, 0]], newest: first > 127 ? now : nil,
                filling: WriteTemplate.Context(settings: SettingValues(profile), now: now),
                key: first % 16 < 8 ? key : nil))
    else { return 0 }
    var isOver = false
    func tell(_ input: DialogueInput) {
        var inputs = [input]
        // A link answers what it can at once; a dialogue that never waits for its device would be one without end.
        var turns = 0
        while let input = inputs.popLast(), !isOver {
            turns += 1
            precondition(turns < 4096, "it speaks with itself")
            for action in talk.take(input, at: now) where !isOver {
                switch action {
                case .keep(let history):
                    for column in history.columns where !history.times.isEmpty {
                        precondition(column.count == history.times.count, "a time for each value")
                    }
                    precondition(history.times.allSatisfy { $0 <= now.nanoseconds + 60_000_000_000 }, "none to come")
                    inputs.append(.kept)
                case .survey(_, let time, _): inputs.append(.stored([time.lowerBound..<time.lowerBound]))
                case .read: inputs.append(.read([0x0F, 0xFF, 0xFF]))
                case .write(let write):
                    guard profile.id == "wellue.o2ring" else { continue }
                    precondition([0x14, 0x03, 0x04, 0x05].contains(write.bytes[1]), "what reads and no more")
                case .end: isOver = true
                default: break
                }
            }
        }
    }
    tell(.began)
    var at = 1
    while at < input.count, !isOver {
        switch input[at] {
        case 255: tell(.timedOut)
        case 254: tell(.failed("it was refused"))
        case 253: tell(.kept)
        default:
            let length = min(Int(input[at]), input.count - at - 1)
            tell(.value(Array(input[(at + 1)..<(at + 1 + length)])))
            at += length
        }
        at += 1
    }
    return 0
}

private func write(_ folder: inout SeedFolder) {
    func save(_ kind: UInt8, _ values: [[UInt8]]) {
        folder.save([kind] + values.flatMap { value in pieces(value).flatMap { [UInt8($0.count)] + $0 } })
    }
    func pieces(_ value: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: max(1, value.count), by: 200).map { Array(value[$0..<min($0 + 200, value.count)]) }
    }
    func reply(_ content: [UInt8]) -> [UInt8] {
        let bytes: [UInt8] =
            [
                0x55, 0, 0xFF, 0, 0, UInt8(truncatingIfNeeded: content.count),
                UInt8(truncatingIfNeeded: content.count >> 8),
            ]
            + content
        return bytes + [UInt8(truncatingIfNeeded: FrameCheck(.crc8).value(bytes.span.bytes, upTo: bytes.count))]
    }
    let challenge = [UInt8](repeating: 7, count: 16)
    save(0, [[0x10, 2, 1] + challenge, [0x10, 3, 1]])
    save(0, [[0x10, 2, 4], [0x10, 0x82, 1] + challenge, [0x10, 0x83, 8]])
    let info = #"{"CurTIME":"2027-01-15,08:00:00","FileList":"20270115000000,20270115010000"}"#
    let head: [UInt8] = [3, 0, 0xEB, 7, 1, 15, 0, 0, 0, 0, 0, 0, 0, 40, 0]
    let file =
        head + [UInt8](repeating: 0, count: 40 - head.count) + (0..<10).flatMap { _ in [97, 60, 0, 1, 0] as [UInt8] }
    save(
        1,
        [
            reply(Array(info.utf8)), reply([90, 0, 0, 0]), reply(file), reply([]), reply([40, 1, 0, 0]), reply(file),
            reply(file),
        ])
    save(2, [[0xF0, 1, 2, 0, 0, 0, 1, 50, 0], [0xF0, 2, 2, 0, 0]])
    save(3, [Array("T:1700000000\r\nT:1700000000\r\nB:2\r\nN:5\r\nE:60\r\nC:0\r\nI:0\r\n".utf8)])
}
