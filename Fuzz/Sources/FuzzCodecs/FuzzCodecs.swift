import DeviceProfiles
import Fuzzing
import Glibc
import Signals

/// Fuzzes the codecs but Polar's: the first byte of an input names one, the rest is values one after the other, each
/// behind its length in one byte.
@main
enum FuzzCodecs {
    static func main() {
        if var seeds = SeedFolder() { return Seeds.write(to: &seeds) }
        exit(Fuzzer.run(testCodecs))
    }
}

/// One input.
private func testCodecs(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    switch first % 4 {
    case 0: run(AxLECodec(), input)
    case 1: run(MovesenseCodec(), input)
    case 2: run(BangleCodec(), input)
    default: run(ColmiCodec(), input)
    }
    return 0
}

private func run<Codec: FrameCodec>(_ fresh: Codec, _ input: [UInt8]) {
    var codec = fresh
    var frame = DecodedFrame()
    var at = 1
    while at < input.count {
        let length = min(Int(input[at]), input.count - at - 1)
        let value = Array(input[(at + 1)..<(at + 1 + length)])
        at += 1 + length
        frame.clear()
        do {
            try codec.decode(value.span.bytes, into: &frame)
        } catch {
            frame.clear()
        }
        check(frame)
        // A value can end as many frames as it has bytes, and never more.
        var rounds = 0
        var goesOn = true
        while goesOn {
            rounds += 1
            precondition(rounds <= value.count + 2, "frames without end")
            frame.clear()
            do {
                goesOn = try codec.decodeNext(into: &frame)
            } catch {
                continue
            }
            check(frame)
        }
    }
}

private func check(_ frame: DecodedFrame) {
    for column in frame.columns {
        precondition(column.axes > 0 && column.values.count.isMultiple(of: column.axes), "whole samples")
        precondition(column.values.count <= 4096 && !column.values.contains { $0.isInfinite }, "numbers or none")
    }
}

/// One sound session of each codec for the fuzzer to start from.
private enum Seeds {
    static func write(to folder: inout SeedFolder) {
        let packet = "0080000034025a00" + String(repeating: "000000100ff0", count: 25)
        let lines = ["Authenticated\r\n", "OP:01, 50, 8\r\n", packet + "\r\n", "B:87%\r\n", "T:1700000000\r\n"]
        folder.save([0] + lines.flatMap { pieces(Array($0.utf8)) })
        let floats = [UInt8](repeating: 0x3F, count: 48)
        folder.save([1] + pieces([2, 0x41, 1, 0, 0, 0] + floats) + pieces([2, 0x48, 0x4D, 0xBE, 0x84, 0x42, 0x88, 3]))
        folder.save(
            [1] + pieces([2, 0x4E] + [UInt8](repeating: 1, count: 150))
                + pieces([3, 0x4E] + [UInt8](repeating: 1, count: 34)))
        folder.save(
            [2] + pieces(Array("{\"t\":\"nj\",\"n\":4,\"ms\":17.25,\"a\":[1,2,3]}\n{\"t\":\"act\",\"hrm\":61}\n".utf8)))
        for command in [0x03, 0x15, 0x69] {
            let packet = ColmiPacket(command: UInt8(command), data: [0, 3, 5, 7])
            folder.save([3] + pieces(packet.bytes) + pieces(ColmiPacket(command: 0x15, data: [1, 0, 0, 1]).bytes))
        }
    }

    private static func pieces(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 160).flatMap { start in
            let piece = bytes[start..<min(start + 160, bytes.count)]
            return [UInt8(piece.count)] + piece
        }
    }
}
