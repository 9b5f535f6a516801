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
    _ = try? PolarAnswer.streams(features: value.span.bytes)
    guard let answer = try? PolarAnswer(value.span.bytes), let settings = try? answer.settings() else { return }
    let chosen = settings.choosing([.rate: 50, .range: 8])
    for (kind, values) in chosen.values {
        precondition(
            values.count == 1 && settings.values[kind]?.contains(values[0]) == true, "what is on offer is chosen")
    }
}
