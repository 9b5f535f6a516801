import Glibc
import Runtime
import Testing

@testable import SystemBus

/// The bus as it is, with a daemon of its own; `dbus-daemon` is one of the packages that the tests need.
@Suite(.timeLimit(.minutes(2))) struct SystemBusTests {
    private static let name = "org.example.Nightjar"

    /// Calls `body` with the address of a bus.
    private func withBus<Value: Sendable>(
        denying rule: String = "", _ body: (String) async throws -> Value
    ) async throws -> Value {
        let folder =
            "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/nightjar-bus-\(UInt32.random(in: 0 ... .max))"
        #expect(mkdir(folder, 0o700) == 0)
        let settings = "\(folder)/bus.conf"
        let text = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(folder)/socket</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/>\(rule)</policy></busconfig>
            """
        let file = open(settings, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
        var process: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] =
            ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(settings)"].map { word in
                word.withCString { strdup($0) }
            } + [nil]
        #expect(posix_spawnp(&process, "dbus-daemon", nil, nil, &words, environ) == 0, "dbus-daemon is not installed")
        for word in words { free(word) }
        defer {
            // Threads of tasks block signals, and whom they start inherits that.
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            for name in ["socket", "bus.conf"] { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
        while access("\(folder)/socket", F_OK) != 0 { try await Task.sleep(for: .milliseconds(2)) }
        return try await body("unix:path=\(folder)/socket")
    }

    private static func own(_ name: String) -> BusCall {
        BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            [.text(name), .number(4)])
    }

    @Test("a name's owner is told as it is, when it comes and when it goes")
    func presence() async throws {
        try await withBus { address in
            let bus = SystemBus(address: address)
            let owner = SystemBus(address: address)
            var changes = bus.presence(of: Self.name).makeAsyncIterator()
            let told1 = await changes.next()
            #expect(told1 == .gone)
            let owned = try await owner.call(Self.own(Self.name))
            #expect(owned == [.number(1)])
            let told2 = await changes.next()
            #expect(told2 == .there)
            var late = bus.presence(of: Self.name).makeAsyncIterator()
            let told3 = await late.next()
            #expect(told3 == .there)
            owner.end()
            let told4 = await changes.next()
            #expect(told4 == .gone)
            let told5 = await late.next()
            #expect(told5 == .gone)
            bus.end()
            let end = await changes.next()
            #expect(end == nil)
        }
    }

    @Test("a bus that does not tell a name's owner is asked again")
    func asksAgain() async throws {
        let rule = #"<deny send_interface="org.freedesktop.DBus" send_member="GetNameOwner"/>"#
        try await withBus(denying: rule) { address in
            let owner = SystemBus(address: address)
            _ = try await owner.call(Self.own(Self.name))
            let bus = SystemBus(address: address, retryTime: .milliseconds(20))
            var changes = bus.presence(of: Self.name).makeAsyncIterator()
            let refused = await changes.next()
            #expect(refused == .unknown)
            // The same settings without the rule.
            let settings = "\(address.dropFirst("unix:path=".count).dropLast("/socket".count))/bus.conf"
            let file = try #require(fopen(settings, "r+"))
            var text = [UInt8](repeating: 0, count: 8192)
            let count = fread(&text, 1, text.count, file)
            let allowed = String(decoding: text[..<count], as: UTF8.self).replacing(rule, with: "")
            rewind(file)
            fputs(allowed, file)
            ftruncate(fileno(file), off_t(allowed.utf8.count))
            fclose(file)
            let daemon = "org.freedesktop.DBus"
            _ = try await owner.call(BusCall(daemon, "/org/freedesktop/DBus", daemon, "ReloadConfig"))
            let told = await changes.next()
            #expect(told == .there)
            bus.end()
            owner.end()
        }
    }

    @Test("a bus whose socket is not there cannot be there")
    func socket() async throws {
        #expect(!SystemBus(address: "unix:path=/dev/null/none").mayBeThere)
        #expect(SystemBus(address: "tcp:host=localhost").mayBeThere)
        try await withBus { #expect(SystemBus(address: $0).mayBeThere) }
    }

    @Test("a call is answered by what the other side says")
    func calls() async throws {
        try await withBus { address in
            let bus = SystemBus(address: address)
            let other = SystemBus(address: address)
            other.serve("/one") { member, parameters in
                member == "Yes" && parameters == [.text("ada"), .text("/one"), .number(7)]
                    ? nil : BusFailure(name: "org.example.No", message: "not \(member)")
            }
            _ = try await other.call(Self.own(Self.name))
            let parameters = [BusParameter.text("ada"), .path("/one"), .number(7)]
            let answer = try await bus.call(BusCall(Self.name, "/one", "org.example.One", "Yes", parameters))
            #expect(answer.isEmpty)
            await #expect(throws: BusFailure(name: "org.example.No", message: "not Other")) {
                try await bus.call(BusCall(Self.name, "/one", "org.example.One", "Other"))
            }
            await #expect(throws: BusFailure.self) { try await bus.call(.property("org.none", "/", "org.none", "X")) }
            await #expect(throws: BusFailure.self) { try await bus.call(BusCall("", "no path", "", "")) }
            bus.end()
            other.end()
        }
    }

    @Test("without a bus a name is unknown and a call fails, both at once")
    func noBus() async {
        let bus = SystemBus(address: "unix:path=/dev/null/none")
        var changes = bus.presence(of: Self.name).makeAsyncIterator()
        let told7 = await changes.next()
        #expect(told7 == .unknown)
        await #expect(throws: BusFailure.noBus) { try await bus.call(Self.own(Self.name)) }
        bus.end()
        await #expect(throws: BusFailure.noBus) { try await bus.call(Self.own(Self.name)) }
    }

    @Test("a bus that ends is unknown, and its calls fail")
    func ends() async throws {
        let changes = try await withBus { address in
            let changes = SystemBus(address: address).presence(of: Self.name)
            var telling = changes.makeAsyncIterator()
            let first = await telling.next()
            #expect(first == .gone)
            return changes
        }
        var telling = changes.makeAsyncIterator()
        let last = await telling.next()
        #expect(last == .unknown)
    }
}
