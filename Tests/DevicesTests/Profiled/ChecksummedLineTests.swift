import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

/// A frame of the BITalino: its first input is the number, its checksum the only thing that tells where it begins.
private func bitalino(_ number: Int) -> [UInt8] {
    // Inputs that rest at other values than zero, as a frame of zeros may begin anywhere.
    let bytes = [
        0x12, 0x34, 0x56, 0x78, 0x9A, UInt8((number << 2) & 0xFF), UInt8((number >> 6) & 0x0F),
        UInt8((number % 16) << 4),
    ]
    return bytes[..<7] + [bytes[7] | UInt8(FrameCheck(.crc4).value(bytes.span.bytes, upTo: 7))]
}

@Suite(.timeLimit(.minutes(2)))
struct ChecksummedLineTests {
    @Test
    func `a board whose frames only a checksum tells streams from a real terminal, and a lost byte costs a frame`()
        async throws
    {
        let bench = try TerminalBench("usb.plux-bitalino")
        let task = try bench.start()
        let heard = Mutex<[UInt8]>([])
        await bench.ready()
        await bench.until {
            if bench.clock.waiting > 0 { bench.clock.advance(bySeconds: 0.2) }
            heard.withLock { $0 += bench.terminal?.hear() ?? [] }
            return heard.withLock { $0 } == [0x83, 0xFD]
        }
        // Entered in the middle of a frame.
        bench.terminal?.say(Array(bitalino(5).suffix(3)))
        for number in 100..<200 {
            bench.terminal?.say(number == 150 ? Array(bitalino(number).dropFirst()) : bitalino(number))
        }
        await bench.until { bench.values("analog").last == 199 }
        let first = stride(from: 3, to: bench.values("analog").count, by: 4).map { bench.values("analog")[$0] }
        #expect(first.count >= 80 && first.allSatisfy { (100..<200).contains(Int($0)) })
        #expect(zip(first, first.dropFirst()).allSatisfy { $1 - $0 == 1 || $0 == 149 && $1 == 151 })
        await bench.until {
            if bench.clock.waiting > 0 { bench.clock.advance(bySeconds: 1) }
            return bench.outlet.losses.contains { $0.cause == .gap }
                && bench.outlet.losses.contains { $0.cause == .damaged }
        }
        task.cancel()
        _ = await task.result
        #expect(bench.terminal?.hear() == [0])
    }
}
