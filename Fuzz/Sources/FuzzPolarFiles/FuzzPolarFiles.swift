import DeviceProfiles
import Fuzzing
import Glibc
import Signals

/// Fuzzes the dialogues by which a Polar hands over what it has recorded by itself. The first byte says which and what is in the
/// store, the rest is what happens: a byte for its kind, then a value behind its length in one byte, or a whole answer behind
/// its length in two, which is sent in right pieces.
@main
enum FuzzPolarFiles {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testPolarFiles))
    }
}

private let profiles = ["polar.h10", "polar.verity-sense"].compactMap { ProfileLibrary(folders: []).profile($0) }
private let now = Instant(nanoseconds: 1_800_000_000_000_000_000)

/// One input. Whatever a device says, nothing is asked of it without end, what is kept has times of its own and none that is still
/// to come, an H10 is told to remove only a recording of which all is kept, and an armband to do nothing.
private func testPolarFiles(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let isArmband = first & 1 == 1
    let profile = profiles[isArmband ? 1 : 0]
    let isStored = first & 2 == 2
    let choice = first & 4 == 4 && !isArmband ? "record" : "take"
    guard let settings = try? SettingValues(profile, choices: ["memory": choice]) else { return 0 }
    var context = DialogueContext(
        profile: profile, filling: WriteTemplate.Context(settings: settings, now: now))
    context.clockOffset = 946_684_800_000_000_000
    if first & 8 == 8 { context.taken = ["NJ6B49D1F8 1800000000", "/U/0/20270114/R/080000/HR0.REC 300"] }
    guard let type = DialogueRegistry.compiled.memoryDialogue(of: profile), var talk = type.init(context) else {
        return 0
    }
    var isOver = false
    var waits = false
    func tell(_ input: DialogueInput) {
        var inputs = [input]
        var turns = 0
        while let input = inputs.popLast(), !isOver {
            turns += 1
            precondition(turns < 4096, "it speaks with itself")
            if input == .kept { waits = false }
            for action in talk.take(input, at: now) where !isOver {
                switch action {
                case .keep(let history):
                    precondition(!history.times.isEmpty, "something is kept")
                    for column in history.columns {
                        precondition(column.count == history.times.count, "a time for each value")
                    }
                    precondition(history.times.allSatisfy { $0 <= now.nanoseconds + 90_000_000_000 }, "none to come")
                    waits = true
                    inputs.append(.kept)
                case .survey(_, let time, _): inputs.append(.stored(isStored ? [time.lowerBound..<now] : []))
                case .write(let write):
                    precondition(write.bytes.count <= 20 && !waits, "in pieces, and not before what came is kept")
                    // A command on a path, as reading is command 0.
                    let isFirst = write.bytes[0] & 1 == 0
                    precondition(
                        !isArmband || !isFirst || (write.bytes[2] & 0x80 == 0 && write.bytes[4] == 0),
                        "what reads and no more")
                case .end: isOver = true
                default: break
                }
            }
        }
    }
    tell(.began)
    var at = 1
    func next() -> UInt8 {
        defer { at += 1 }
        return at < input.count ? input[at] : 0
    }
    func bytes(_ length: Int) -> [UInt8] {
        defer { at += length }
        return Array(input.dropFirst(at).prefix(length))
    }
    while at < input.count, !isOver {
        switch next() % 8 {
        case 0: tell(.value(bytes(Int(next()))))
        case 1: tell(.value([0, next(), 0]))
        case 2: tell(.timedOut)
        case 3: tell(.failed("it was refused"))
        case 4: tell(.kept)
        case 5: tell(.stored([]))
        default:
            let (low, high) = (Int(next()), Int(next()))
            for piece in pieces(bytes(low | high << 8)) where !isOver { tell(.value(piece)) }
        }
    }
    return 0
}

/// An answer in the pieces of a link that carries much.
private func pieces(_ content: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: max(1, content.count), by: 200).enumerated().map { number, start in
        let isLast = start + 200 >= content.count
        let head = UInt8(number & 15) << 4 | (isLast ? 1 : 3) << 1 | (number == 0 ? 0 : 1)
        return [head] + content[start..<min(start + 200, content.count)]
    }
}

private func save(_ folder: inout SeedFolder) {
    func answer(_ content: [UInt8]) -> [UInt8] { [6, UInt8(content.count & 255), UInt8(content.count >> 8)] + content }
    func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(content.count)] + content }
    func folderOf(_ entries: (String, UInt8)...) -> [UInt8] {
        entries.flatMap { field(1, field(1, Array($0.0.utf8)) + [0x10, $0.1]) }
    }
    let name = "NJ6B49D1F8"
    let rates: [UInt8] = [0x0A, 2, 0x18, 1, 0x12, 5, 60, 0, 0xC8, 1, 61]
    let status = [8, 1] + field(2, Array(name.utf8))
    let list = folderOf((name + "/", 0), ("OTHER/", 0))
    for kind: UInt8 in [0, 4, 8, 2] {
        folder.save([kind] + answer(status) + [1, 0] + answer(list) + answer(rates) + [1, 0] + [1, 0])
        folder.save([kind] + answer([8, 0]) + answer(list) + answer(rates) + [1, 103, 1, 0])
    }
    folder.save([0] + answer(status) + [1, 106] + answer(list) + [1, 103])
    var recording: [UInt8] = [0, 0x2B, 0x4C, 0x7C, 0x3D, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    recording += Array("2027-01-14 08:00:00\0".utf8) + [4, 0, 1, 1, 0, 0]
    var frame: [UInt8] = [0x8E]
    let time = UInt64(now.nanoseconds - 946_684_800_000_000_000 - 3_600_000_000_000)
    for shift in 0..<8 { frame.append(UInt8(truncatingIfNeeded: time >> UInt64(8 * shift))) }
    frame += [0, 60, 61, 62]
    recording += [UInt8(frame.count), 0] + frame
    let days = folderOf(("20270114/", 0)), times = folderOf(("080000/", 0)), files = folderOf(("HR0.REC", 90))
    folder.save([1] + answer(days) + answer(times) + answer(files) + answer(recording))
    folder.save([3] + answer(days) + answer(times) + answer(files) + answer(recording))
    folder.save([9] + answer(days) + answer(times) + [1, 103, 1, 106])
}
