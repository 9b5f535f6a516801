import DeviceProfiles
import Fuzzing
import Glibc

/// Fuzzes the talk in which a band hands over what it kept: the first byte says whether it is the first time, the rest is
/// what the band sends, piece by piece, each behind its length in one byte.
@main
enum FuzzHandover {
    static func main() {
        if var seeds = SeedFolder() { return write(&seeds) }
        exit(Fuzzer.run(testHandover))
    }
}

/// One input. Nothing is ever said that could take something away from a band, and nothing is acknowledged that was not
/// kept, whatever the band says.
private func testHandover(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    var talk = AxLEHandover(isFirst: first % 2 == 0)
    var (read, acknowledged, damaged) = (0, 0, 0)
    func perform(_ actions: [AxLEHandover.Action]) {
        for action in actions {
            switch action {
            case .say(let line):
                precondition(["T", "Q", "R"].contains(line), "only what is known to be harmless")
            case .acknowledge(let index):
                acknowledged += 1
                precondition(index < 128 && acknowledged <= read + talk.damaged + 1, "what was kept, in the ring")
            case .keep(let block):
                read += 1
                precondition(block.times.count == block.epochs.count)
                perform(talk.kept())
            case .end: precondition(talk.isOver)
            }
        }
        precondition(talk.damaged >= damaged && talk.progress.done <= talk.progress.total)
        damaged = talk.damaged
    }
    perform(talk.begin())
    var at = 1
    while at < input.count {
        let length = min(Int(input[at]), input.count - at - 1)
        perform(talk.take(Array(input[(at + 1)..<(at + 1 + length)])))
        at += 1 + length
    }
    return 0
}

/// A band with two blocks, and one that refuses.
private func write(_ folder: inout SeedFolder) {
    let query = ["T:1700000000", "L:60", "B:2", "N:5", "E:60", "O:0", "I:0"]
    let head = "0000e001" + "00f15365" + "0000" + "3c00" + String(repeating: "00", count: 18)
    let block = head + String(repeating: "01", count: 480) + "ffff"
    for (number, lines) in [query, query + [block] + query + [block] + query, ["!"]].enumerated() {
        folder.save(
            [UInt8(number)]
                + lines.flatMap { line in
                    let bytes = Array("\(line)\r\n".utf8)
                    return stride(from: 0, to: bytes.count, by: 160).flatMap { start in
                        let piece = bytes[start..<min(start + 160, bytes.count)]
                        return [UInt8(piece.count)] + piece
                    }
                })
    }
}
