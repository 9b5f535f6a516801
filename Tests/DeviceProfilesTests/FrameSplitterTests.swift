import DeviceProfiles
import Testing

@Suite struct FrameSplitterTests {
    /// The frames of `bytes` when they come in pieces of `size`.
    private func frames(_ framing: StreamFraming, _ bytes: [UInt8], size: Int) -> (frames: [[UInt8]], skipped: Int) {
        var splitter = FrameSplitter(framing)
        var frames: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            splitter.push(piece.span.bytes) { frame in
                frames.append((0..<frame.byteCount).map { frame.unsafeLoad(fromByteOffset: $0, as: UInt8.self) })
            }
        }
        return (frames, splitter.skippedBytes)
    }

    @Test("an oximeter's frames are found after a start in the middle, in pieces of any size", arguments: 1...12)
    func fixed(size: Int) {
        let framing = StreamFraming.fixed(
            length: 5, sync: [BytePattern(bytes: [0x80, 0, 0, 0, 0], mask: [0x80, 0x80, 0x80, 0x80, 0x80])])
        let bytes: [UInt8] = [0x05, 0x48, 0x61, 0x85, 1, 2, 3, 4, 0x86, 5, 6, 7, 8, 0x87, 9]
        let (found, skipped) = frames(framing, bytes, size: size)
        #expect(found == [[0x85, 1, 2, 3, 4], [0x86, 5, 6, 7, 8]])
        #expect(skipped == 3)
    }

    @Test(
        "lines come without their ends; empty ones do not count and endless ones are dropped", arguments: [1, 3, 100])
    func lines(size: Int) {
        let bytes = Array("ab\n\ncd\nthis is much too long\nef\ng".utf8)
        let (found, skipped) = frames(.line(end: 10, maximum: 8), bytes, size: size)
        #expect(found.map { String(decoding: $0, as: UTF8.self) }.filter { $0.count == 2 } == ["ab", "cd", "ef"])
        #expect(skipped > 0)
    }

    @Test("frames that tell their length are found between others' bytes", arguments: 1...9)
    func prefixed(size: Int) {
        let framing = StreamFraming.prefixed(
            sync: [BytePattern(bytes: [0xAA])], lengthOffset: 1, lengthBytes: 1, added: 2, maximum: 16)
        let bytes: [UInt8] = [0x00, 0xAA, 2, 7, 8, 0xAA, 0xFF, 0xAA, 0, 0xAA, 1, 9]
        let (found, _) = frames(framing, bytes, size: size)
        #expect(found.contains([0xAA, 2, 7, 8]) && found.contains([0xAA, 1, 9]))
    }
}
