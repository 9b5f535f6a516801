import API
import Accounts
import Bluetooth
import DeviceProfiles
import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals
import Store
import USB

/// A running gateway with everything around it: web server, relay, demo night, and an orderly end.
struct Serving {
    private let folder: DataFolder
    /// The folder in memory of a gateway that keeps nothing; nil for one that does.
    private let memory: MemoryFolder?
    private let address: ListenAddress
    private let listening: HTTPServer.Configuration
    private let zone: Zone
    private let sources: [any DeviceSource]
    private let recorder: @Sendable (String) -> (any CableRecorder)?
    private let finders: [any DeviceFinder]
    private let radio: BluetoothRadio?
    private let profiles: ProfileLibrary
    private let backups: BackupSchedule?
    private let isDemo: Bool
    private let isJSON: Bool
    private let notifiers: [any AlertNotifier]
    /// Accounts of this machine that are let in like the owner.
    private let users: LocalUsers
    private let logLevel: LogLevel
    /// The value of `--password`; nil when it was not given.
    private let password: String?

    init(_ arguments: Arguments) throws {
        // First: without files nothing else can be opened, nor said why.
        var listening = HTTPServer.Configuration()
        try listening.fit(openFiles: OpenFiles.raiseLimit())
        self.listening = listening
        address = try ListenAddress(arguments.value("--listen") ?? "127.0.0.1:8001")
        memory = try Self.memory(arguments, address)
        let isMadeUp = arguments.has("--demo") || arguments.has("--simulate")
        folder =
            try memory.map { DataFolder(path: $0.path) }
            ?? (isMadeUp ? DataFolder.demo(arguments) : DataFolder(arguments))
        zone = try arguments.value("--zone").map { try Zone.named($0) } ?? Zone.local()
        backups = try Self.backups(arguments)
        isDemo = arguments.has("--demo")
        isJSON = arguments.has("--json")
        guard let level = LogLevel(rawValue: arguments.value("--log-level") ?? "info") else {
            throw arguments.usage("--log-level is error, warning, info or debug.")
        }
        logLevel = level
        password = arguments.value("--password")
        guard password.map(["on", "off"].contains) ?? true else { throw arguments.usage("--password is on or off.") }
        let named = LocalUsers.names(in: PersonalFolder.environment(LocalUsers.variable) ?? "")
        users = try LocalUsers(named + arguments.values("--user"))
        var sources: [any DeviceSource] = []
        if isMadeUp { sources.append(Simulated(zone: zone)) }
        if let path = arguments.value("--replay") {
            let speed = try arguments.number("--speed") ?? 1
            let recording = try ReplayRecording(path: path, options: DecodeOptions(zone: zone))
            sources.append(Replayed(recording, pace: speed == 0 ? .unlimited : .times(speed)))
        } else if arguments.value("--speed") != nil {
            throw arguments.usage("--speed goes with --replay.")
        }
        self.sources = sources
        profiles = ProfileLibrary(folders: ProfileFolder.standard(data: folder.path))
        // Without libusb recorders are reached through the kernel's terminals.
        let context = arguments.has("--no-usb") ? nil : try? USBContext()
        recorder = Finders.recorder(arguments, zone: zone, context: context)
        (finders, radio) = Finders.make(arguments, folder: folder, zone: zone, profiles: profiles, context: context)
        let webhook = try AlertAddress.notifier(arguments.value("--alert-webhook"), folder: folder.path)
        notifiers = ([webhook, DesktopNotifier()] as [(any AlertNotifier)?]).compactMap { $0 }
    }

    /// The folder of `--ephemeral`, where temporary files are made from now on, too.
    private static func memory(_ arguments: Arguments, _ address: ListenAddress) throws -> MemoryFolder? {
        let megabytes = try arguments.integer("--memory-limit", in: 256...1_000_000)
        guard arguments.has("--ephemeral") else {
            guard megabytes == nil else { throw arguments.usage("--memory-limit goes with --ephemeral.") }
            return nil
        }
        guard arguments.value("--data") == nil else {
            throw arguments.usage("--ephemeral keeps nothing, and --data says where to keep it: leave one out.")
        }
        guard address.isLoopback else {
            throw arguments.usage(
                "--ephemeral answers this machine only: a certificate for others would have to be kept.")
        }
        // A recording of a week takes that while it is taken in, as it came and in the store.
        let memory = try MemoryFolder(limit: megabytes.map { Int64($0) * 1_000_000 }, least: 256_000_000)
        memory.confineProcess()
        return memory
    }

    /// What `--backup` and the options that go with it say.
    private static func backups(_ arguments: Arguments) throws -> BackupSchedule? {
        let hours = try arguments.number("--backup-hours", in: 0.001...8784)
        let keep = try arguments.integer("--backup-keep", in: 1...10_000)
        guard let path = arguments.value("--backup") else {
            guard hours == nil, keep == nil else {
                throw arguments.usage("--backup-hours and --backup-keep go with --backup.")
            }
            return nil
        }
        guard !arguments.has("--ephemeral") else {
            throw arguments.usage("--ephemeral keeps nothing, and --backup keeps it on a disk: leave one out.")
        }
        return BackupSchedule(folder: BackupFolder(path), seconds: (hours ?? 24) * 3600, keep: keep ?? 7)
    }

    /// How other machines reach the gateway: as `nightjar lan on` left it, or where `--listen` says.
    private func network() throws -> NetworkAccess? {
        let settings = LANSettings(dataFolder: folder.path)
        let place = try address.isLoopback ? settings.address.map { try ListenAddress($0) } : address
        guard let place else { return nil }
        let certificate: Certificate
        do {
            certificate = try settings.certificate()
        } catch let failure where failure.code == .notFound {
            throw Failure(
                .notPermitted,
                "\(place) can be reached from other machines: that needs TLS and people who sign in. One command sets both "
                    + "up: nightjar lan on")
        } catch {
            throw Failure(error.code, "\(error.message) `nightjar lan on` makes a new certificate.", cause: error)
        }
        return NetworkAccess(
            address: place, certificate: certificate, names: Set(Machine.networkNames + [Machine.hostName]),
            isSetUp: address.isLoopback)
    }

    func run() async throws {
        Log.start(level: logLevel)
        defer {
            memory?.remove()
            Log.stop()
        }
        var configuration = Gateway.Configuration(on: memory ?? DiskFolder(path: folder.path), zone: zone)
        configuration.recorder = recorder
        configuration.heartRateRadio = radio
        if let radio { configuration.bluetoothAdapters = { radio.latestAdapters } }
        configuration.alertNotifiers = notifiers
        configuration.inhibitor = SleepInhibitor()
        configuration.backups = backups
        configuration.report = { Log.warning($0) }
        let network = try network()
        configuration.networkPort = network?.address.port
        let gateway = try Gateway.opened(configuration, sources: sources, finders: finders)
        // After everything below has stopped: whoever still holds the gateway must not keep the log from being folded in.
        defer { gateway.store.close() }
        let live = LiveFeed(gateway)
        var listening = listening
        listening.address = address.isLoopback ? address : nil
        listening.unixSocket = folder.socket
        listening.network = network
        listening.users = users
        if let word = password { try gateway.accounts.askForPassword(word == "on") }
        listening.accessControl = AccessControl(gateway)
        // Before anybody is answered, who could take it for up and stop it.
        let termination = Termination()
        let server = try HTTPServer(
            listening, router: Routes.router(for: gateway, live: live, profiles: profiles), events: live.events)
        defer { server.stop() }
        // A network without multicast is reached by its address.
        let responder =
            network == nil
            ? nil
            : Log.attempt("The name on the network cannot be answered for") {
                try NameResponder(names: Machine.networkNames, report: configuration.report)
            }
        defer { responder?.stop() }
        let relay = try RelayFeed(gateway)
        defer { relay.stop() }
        try announce(gateway, server)
        Log.debug(
            "Started.",
            ["version": .string(Version.current), "data": .string(folder.path), "url": .string(server.url ?? "")])
        let gatewayRuns = Task { await report { try await gateway.run() } }
        let demo = Task { [isDemo, isJSON] in
            let tell = { @Sendable (line: String) in isJSON ? Output.note(line) : tellDemo(line) }
            if isDemo { await report { try await DemoNight(gateway).prepare(tell: tell) } }
        }
        _ = await termination.signal()
        demo.cancel()
        gatewayRuns.cancel()
        await demo.value
        await gatewayRuns.value
        Log.info(
            memory == nil
                ? "Stopped. Everything is in \(folder.path)." : "Stopped. Nothing was kept, as --ephemeral says.")
    }

    private func announce(_ gateway: Gateway, _ server: HTTPServer) throws {
        for notice in gateway.notices { Log.warning(notice) }
        if memory != nil { Log.warning("Nothing is kept: everything is in memory and gone when the gateway stops.") }
        let hosts = server.networkPort.map { port in
            ([LANSettings.usualName] + NetworkInterface.addresses).map { "https://\($0):\(port)/" }
        }
        guard !isJSON else {
            var json = JSONText()
            json.object { json in
                json.field("version", Version.current)
                json.field("data", folder.path)
                if memory != nil { json.field("ephemeral", true) }
                if gateway.isDemo { json.field("demo", true) }
                json.field("dashboard", server.url)
                json.field("socket", folder.socket)
                json.array("network", hosts ?? [])
                json.array("devices", sources.map(\.device.name))
            }
            return try Output.write(json.bytes + [10])
        }
        if let memory {
            try Output.line(
                "Nightjar \(Version.current) keeps nothing: everything is in memory, \(memory.limit / 1_000_000) MB at most, and gone "
                    + "when it stops.")
            try Output.line("Commands reach it with: --data \(folder.path)")
        } else {
            try Output.line("Nightjar \(Version.current) keeps everything in \(folder.path).")
            if gateway.isDemo {
                try Output.line("It is a demonstration, of a wearer who is made up. Throw it away with: \(removal)")
            }
        }
        if let url = server.url { try Output.line("Dashboard: \(url)") }
        if let hosts { try Output.line("On the network: " + hosts.joined(separator: "  ")) }
        for source in sources { try Output.line("Device: \(source.device.name)") }
        if sources.isEmpty {
            try Output.line(
                "Put a wearable on or plug it in: it appears on the page Devices and in `nightjar devices`.")
        }
        try Output.line("Control-C stops it.")
    }
}

extension Serving {
    /// The command that throws the demonstration away.
    private var removal: String {
        let usual = PersonalFolder.data.path().map { "\($0)-demo" }
        return "nightjar demo remove" + (folder.path == usual ? "" : " --data \(folder.path)")
    }
}

private func report(_ work: () async throws -> Void) async {
    do {
        try await work()
    } catch is CancellationError {
    } catch {
        Log.error(
            (error as? Failure)?.message ?? "\(error)", ["cause": (error as? Failure)?.cause.map(Log.cause) ?? .null])
    }
}

private func tellDemo(_ line: String) {
    try? Output.line(line)
}
