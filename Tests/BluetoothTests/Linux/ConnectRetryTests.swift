import Glibc
import Signals
import Testing

@testable import Bluetooth

@Suite struct ConnectRetryTests {
    private var retry = ConnectRetry()
    private let context = ConnectRetry.Context(
        address: BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random), adapter: "hci0", links: 7, isShared: true)

    @Test("an absent device is tried again at once, without end")
    mutating func absent() throws {
        for _ in 0..<1000 {
            let pause = try pause(ECONNREFUSED, after: .seconds(41))
            #expect(pause >= .milliseconds(50) && pause <= .milliseconds(100))
        }
    }

    @Test("what fails at once is tried ever more slowly, but not slower than every ten seconds")
    mutating func quick() throws {
        var last = Duration.zero
        for _ in 0..<20 { last = try pause(ECONNRESET, after: .milliseconds(10)) }
        #expect(last >= .seconds(5) && last <= .seconds(10))
    }

    @Test("after adapter errors the pauses grow to 30 s, and a link makes them short again")
    mutating func adapter() throws {
        let pauses = try (0..<12).map { _ in try pause(EHOSTUNREACH, after: .zero) }
        #expect(pauses[0] <= .seconds(1) && pauses[3] > pauses[1])
        #expect(pauses.allSatisfy { $0 <= .seconds(30) } && pauses[11] > .seconds(20))
        retry.succeeded()
        #expect(try pause(EHOSTUNREACH, after: .zero) <= .seconds(1))
    }

    @Test("a device that bluetoothd holds is given up with its address and the remedy")
    mutating func held() throws {
        for _ in 0..<3 { _ = try pause(EBUSY, after: .zero) }
        let failure = try #require(step(EBUSY).failure)
        #expect(failure.message.contains("F1:F2:F3:F4:F5:F6 is held by bluetoothd"))
        #expect(failure.message.contains("bluetoothctl disconnect F1:F2:F3:F4:F5:F6"))
    }

    @Test("an adapter without a free place is named")
    mutating func full() throws {
        for _ in 0..<3 { _ = try pause(EMLINK, after: .zero) }
        let failure = try #require(step(EMLINK).failure)
        #expect(failure.message.contains("hci0 carries as many links as it can (7"))
    }

    @Test("the end of a link is told in plain words, by the kernel's word before the socket's")
    func reasons() {
        func reason(_ number: Int32, _ end: LinkEnd? = nil) -> String {
            LinkLoss(error: number, end: end, timeout: 6).reason
        }
        #expect(reason(ECONNRESET) == "the device ended the link")
        #expect(reason(0) == "the device ended the link")
        #expect(reason(ECONNRESET, .timeout).hasPrefix("nothing was heard from the device for 6 s"))
        #expect(reason(ETIMEDOUT).hasPrefix("nothing was heard"))
        #expect(reason(ECONNABORTED) == "the adapter was unplugged or switched off")
        #expect(reason(ENETDOWN) == "the adapter is switched off")
        #expect(LinkLoss(error: EACCES, end: nil, timeout: 6).kind == .lasting)
    }

    private mutating func step(_ number: Int32, after duration: Duration = .zero) -> ConnectRetry.Step {
        retry.failed(number, after: duration, jitter: 0.99, context: context)
    }

    private mutating func pause(_ number: Int32, after duration: Duration) throws -> Duration {
        guard case .again(let pause, _) = step(number, after: duration) else { throw Failure(.failed, "gave up") }
        return pause
    }
}

extension ConnectRetry.Step {
    fileprivate var failure: Failure? { if case .giveUp(let failure) = self { failure } else { nil } }
}
