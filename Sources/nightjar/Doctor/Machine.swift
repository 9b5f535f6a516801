import Accounts
import Bluetooth
import CLinux
import Glibc
import SystemBus

/// What `nightjar doctor` looks at: system files, and the few facts about this process that no file tells.
struct Machine: Sendable {
    /// The text of a file; nil when there is none or it may not be read.
    var read: @Sendable (_ path: String) -> String?
    /// The names in a folder; empty when there is none.
    var names: @Sendable (_ folder: String) -> [String]
    /// The account's name.
    var user = "root"
    /// Whether the account is root.
    var isSuperuser = true
    /// The numbers of the groups that this process is in.
    var groups: Set<UInt32> = []
    /// Whether a Bluetooth socket can be opened; containers often forbid it.
    var opensBluetooth = true
    /// Whether the kernel's clock is steered by a time server; nil when unknown.
    var clockIsSteered: Bool? = true
    /// The gateway's data folder.
    var dataFolder = "/var/lib/nightjar"
    /// What the kernel says of its Bluetooth adapters; nil when it does not.
    var controllers: Controllers?
    /// Whether bluetoothd runs, as the system bus says.
    var daemon = BusPresence.unknown
    /// Why bluetoothd does not let this account speak to it; nil when it does.
    var daemonRefusal: String?
    /// What logind is set to, by the names of its settings.
    var logind: [String: String] = [:]
    /// The folder of whoever asks; nil when unknown.
    var home: String?
    /// Bytes free where that folder is or would be; nil when unknown.
    var freeBytes: UInt64?

    /// A file's text without white space at its ends.
    func word(_ path: String) -> String? {
        guard let text = read(path) else { return nil }
        let body = text.drop(while: \.isWhitespace)
        guard let last = body.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(body[...last])
    }

    /// The first folder that contains `name`; nil for none.
    func folder(holding name: String, among folders: [String]) -> String? {
        folders.first { read("\($0)/\(name)") != nil }
    }
}

/// What the kernel says of its Bluetooth adapters, by their numbers.
struct Controllers: Sendable {
    /// Those that can be used.
    var managed: Set<UInt16> = []
    /// Those that lack an address or other settings.
    var unconfigured: Set<UInt16> = []
    /// What keeps others from working, in words.
    var problems: [UInt16: String] = [:]
}

extension Machine {
    /// Asks what no file tells: the kernel for its adapters, the system bus for bluetoothd and logind.
    mutating func ask(_ bus: SystemBus = .shared) async {
        if let list = await (try? BluetoothRadio())?.adapters(), !list.adapters.isEmpty || !list.unconfigured.isEmpty {
            // Off beside bluetoothd: nobody but its user switches it on.
            let off = list.adapters.filter { list.isShared && !$0.isPowered && !$0.isBlocked && $0.problem == nil }
            controllers = Controllers(
                managed: Set(list.adapters.map(\.index)), unconfigured: Set(list.unconfigured),
                problems: Dictionary(
                    list.adapters.compactMap { one in one.isBlocked ? nil : one.problem.map { (one.index, $0) } }
                        + off.map { ($0.index, RadioProblem.off($0.name)) }, uniquingKeysWith: { a, _ in a }))
        }
        for await presence in bus.presence(of: "org.bluez") {
            daemon = presence
            break
        }
        if daemon == .there {
            let asked = BusCall("org.bluez", "/org/bluez", "org.freedesktop.DBus.Introspectable", "Introspect")
            do { _ = try await bus.call(asked, timeout: .seconds(5)) } catch { daemonRefusal = error.message }
        }
        for name in ["IdleAction", "HandleLidSwitch", "HandleLidSwitchExternalPower"] {
            let asked = BusCall.property(
                "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", name)
            guard case .text(let value)? = try? await bus.call(asked, timeout: .seconds(5)).first else { break }
            logind[name] = value
        }
    }
}

extension Machine {
    /// The name that this machine calls itself, without a domain.
    static var hostName: String {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
        return String(name.prefix { $0 != "." })
    }

    /// The names that it tries on the local network, in order: the usual one, and its own when another machine is
    /// called that.
    static var networkNames: [String] {
        let own = hostName + ".local"
        return own == LANSettings.usualName || hostName == "localhost"
            ? [LANSettings.usualName] : [LANSettings.usualName, own]
    }
}

extension Machine {
    /// This machine and process, with system files looked up below `root`.
    static func current(dataFolder: String, root: String = "") -> Machine {
        var machine = Machine(
            read: { Self.text("\(root)\($0)") }, names: { Self.entries("\(root)\($0)") }, dataFolder: dataFolder)
        machine.isSuperuser = geteuid() == 0
        machine.user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        machine.groups = Self.groups()
        machine.opensBluetooth = Self.opensBluetooth()
        var time = timex()
        let state = adjtimex(&time)
        machine.clockIsSteered = state < 0 ? nil : time.status & STA_UNSYNC == 0
        machine.home = getenv("HOME").map { String(cString: $0) }
        machine.freeBytes = Self.freeBytes(at: dataFolder)
        return machine
    }

    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < 8 << 20 {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func entries(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func groups() -> Set<UInt32> {
        let count = getgroups(0, nil)
        guard count > 0 else { return [getegid()] }
        var numbers = [gid_t](repeating: 0, count: Int(count))
        guard getgroups(count, &numbers) == count else { return [getegid()] }
        return Set(numbers).union([getegid()])
    }

    private static func opensBluetooth() -> Bool {
        let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_SEQPACKET.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Looks upwards from `folder` until something is there.
    private static func freeBytes(at folder: String) -> UInt64? {
        var path = folder[...]
        while true {
            var status = statvfs()
            if statvfs(path.isEmpty ? "/" : String(path), &status) == 0 {
                return UInt64(status.f_bavail) * UInt64(status.f_frsize)
            }
            guard let slash = path.lastIndex(of: "/") else { return nil }
            path = path[..<slash]
        }
    }
}
