import DeviceProfiles
import Fuzzing
import Glibc
import Signals

/// Fuzzes the Polar codec: an input is values one after the other, each behind its length in one byte, as they would come on
/// the data characteristic and the control point of one link.
@main
enum FuzzPMD {
    static func main() {
        if var seeds = SeedFolder() { return Seeds.write(to: &seeds) }
        exit(Fuzzer.run(testPMD))
    }
}

/// One input.
private func testPMD(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    var codec = PolarCodec()
    var frame = DecodedFrame()
    talk(input)
    var at = 0
    while at < input.count {
        // 255 stands for all that is left: longer than any link carries.
        let length = input[at] == 255 ? input.count - at - 1 : min(Int(input[at]), input.count - at - 1)
        let value = Array(input[(at + 1)..<(at + 1 + length)])
        at += 1 + length
        check(value, &codec, &frame)
        answer(value)
    }
    return 0
}

private func check(_ value: [UInt8], _ codec: inout PolarCodec, _ frame: inout DecodedFrame) {
    frame.clear()
    do {
        try codec.decode(value.span.bytes, into: &frame)
    } catch {
        precondition(error.offset >= 0 && error.offset <= value.count + 4, "an error lies within the value: \(error)")
        return
    }
    var values = 0
    for column in frame.columns {
        precondition(column.axes > 0 && column.values.count.isMultiple(of: column.axes), "whole samples")
        precondition(!column.values.contains { $0.isInfinite }, "numbers or none")
        values += column.values.count
    }
    precondition(values <= 4 * 4 * 4096, "a frame does not blow up: \(values)")
}

private func answer(_ value: [UInt8]) {
    _ = PolarAnswer.stopped(value.span.bytes)
    _ = try? PolarFeatures(value.span.bytes)
    guard let answer = try? PolarAnswer(value.span.bytes), let settings = try? answer.settings() else { return }
    let chosen = settings.choosing([.rate: 50, .range: 8])
    for (kind, values) in chosen.values {
        precondition(
            values.count == 1 && settings.values[kind]?.contains(values[0]) == true, "what is on offer is chosen")
    }
}

private let strap = ProfileLibrary(folders: []).profile("polar.h10")

/// Tells a dialogue with a control point the values of an input, and now and then that nothing came. Whatever it hears, it
/// asks for what is known to be harmless, comes to an end, and has nothing to say after that.
private func talk(_ input: [UInt8]) {
    guard let strap else { return }
    let now = Instant(nanoseconds: 0)
    let starts: [[UInt8]] = [[2, 2, 0, 1, 50, 0, 2, 1, 8, 0], [2, 0, 0, 1, 130, 0], [2, 3]]
    let context = DialogueContext(
        profile: strap, requests: starts, filling: WriteTemplate.Context(settings: SettingValues(strap), now: now))
    guard var dialogue = PolarDialogue(context) else { return }
    var isOver = false
    func check(_ actions: [DialogueAction]) {
        for action in actions {
            precondition(!isOver, "nothing is done behind the end")
            if case .write(let write) = action {
                precondition([1, 2, 3, 6].contains(write.bytes.first), "only what is known is said")
            }
            isOver = action == .end
        }
    }
    check(dialogue.take(.began, at: now))
    check(dialogue.take(.read(Array(input.prefix(3))), at: now))
    for start in stride(from: 3, to: input.count, by: 8) where !isOver {
        let value = Array(input[start..<min(start + 8, input.count)])
        check(dialogue.take(value.first == 255 ? .timedOut : .value(value), at: now))
    }
}
