// swift-tools-version:6.2
import PackageDescription

/// For what other programs link: SwiftPM takes no unsafe flags from a package that is named by its version.
let portable: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]
// Glibc and the C libraries must agree on what sys/select.h declares.
let strict = portable + [.unsafeFlags(["-Xcc", "-D_GNU_SOURCE=1"])]

/// A Debian library: a module map and one shim header.
func system(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func target(
    _ name: String, _ dependencies: [String] = [], exclude: [String] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, exclude: exclude,
        swiftSettings: strict, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: (Set([name, "TestKit", "Documents"] + dependencies).sorted()).map { .init(stringLiteral: $0) },
        swiftSettings: strict)
}

/// A program of Fuzz or Benchmarks.
func program(_ name: String, in folder: String, _ dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: "\(folder)/Sources/\(name)",
        swiftSettings: strict)
}

// Levels from the ground up; a target names only targets above it in this list.
let package = Package(
    name: "nightjar",
    // Of NightjarClient and what it links; the rest is for Linux.
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "nightjar", targets: ["nightjar"]),
        .library(name: "NightjarClient", targets: ["NightjarClient"]),
        .library(name: "NightjarClientCurl", targets: ["NightjarClientCurl"]),
    ],
    targets: [
        // C
        system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        system("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        system("CWslay", package: "libwslay-dev"),
        system("CZstd", pkgConfig: "libzstd", package: "libzstd-dev"),
        system("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        // Deflate in a third of zlib's time, for the recordings of weeks.
        system("CISAL", pkgConfig: "libisal", package: "libisal-dev"),
        system("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
        system("CZip", pkgConfig: "libzip", package: "libzip-dev"),
        system("CBluetooth", pkgConfig: "bluez", package: "libbluetooth-dev"),
        system("CUSB", pkgConfig: "libusb-1.0", package: "libusb-1.0-0-dev"),
        system("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
        // Loaded when a book is opened.
        system("CXML", package: "libxml2"),
        // Loaded when the system bus is asked for the first time.
        system("CSystemBus", package: "libsystemd0"),
        // Loaded when a command needs it, so that the gateway does without its thirty libraries.
        system("CCurl", package: "libcurl4-openssl-dev"),
        // Loads libcrypto and libqrencode itself, when a certificate, a foreign token, a code or a device's key asks for them.
        .target(name: "CCrypto", path: "Sources/System/CCrypto"),
        // Defines a function of libmicrohttpd's anew, see there.
        .target(
            name: "CHTTPReplies", path: "Sources/System/CHTTPReplies", linkerSettings: [.linkedLibrary("microhttpd")]),
        .target(name: "CLinux", path: "Sources/System/CLinux"),
        // Optimised in every build: a debug build of it takes minutes for what should take one second.
        .target(name: "CMatrix", path: "Sources/System/CMatrix", cSettings: [.unsafeFlags(["-O3"])]),
        // The same: recordings of weeks go through it in every test, on their way in and out.
        .target(name: "CSamples", path: "Sources/System/CSamples", cSettings: [.unsafeFlags(["-O2"])]),
        .target(
            name: "CStaging", path: "Sources/System/CStaging", exclude: ["heart-rate.model", "motion.model"]),
        // Optimised for the same reason; without fused operations, so that every machine gives the same bits.
        .target(
            name: "CEpochs", path: "Sources/System/CEpochs", cSettings: [.unsafeFlags(["-O2", "-ffp-contract=off"])]),
        // Puts the files of a folder into a target.
        .plugin(
            name: "Embedding", capability: .buildTool(), path: "Sources/System/Embedding", exclude: ["embed"]),
        // ground
        .target(name: "Signals", swiftSettings: portable),
        .target(name: "Documents", dependencies: ["Signals"], swiftSettings: portable),
        // For other programs: Foundation, and nothing of the gateway but what goes over the wire.
        .target(name: "NightjarClient", dependencies: ["Signals", "Documents"], swiftSettings: portable),
        target("Runtime", ["Signals", "Documents", "CLinux", "CSodium"]),
        target("SystemBus", ["Runtime", "Signals", "CSystemBus"]),
        // way in
        target("Bluetooth", ["Signals", "Documents", "Runtime", "SystemBus", "CBluetooth", "CLinux"]),
        target("USB", ["Signals", "Runtime", "CUSB", "CUdev", "CLinux"]),
        target("DeviceProfiles", ["Signals", "Documents", "Runtime", "CCrypto"], plugins: ["Embedding"]),
        target("Recordings", ["Signals", "Documents", "Runtime", "CSamples", "CZlib", "CZip", "CISAL", "CSQLite"]),
        // aggregation
        target("Epochs", ["Signals", "Runtime", "CEpochs"]),
        // meaning
        target("Analysis", ["Signals", "Epochs", "CMatrix", "CStaging"]),
        target("Companion", ["Signals", "Documents"]),
        target("Insights", ["Signals", "Documents"]),
        // adapters
        target("Devices", ["Signals", "Documents", "Runtime", "Bluetooth", "USB", "DeviceProfiles", "Recordings"]),
        target("Store", ["Signals", "Documents", "Runtime", "Analysis", "Companion", "CSQLite", "CZstd"]),
        target("Exports", ["Signals", "Documents", "Runtime", "Analysis", "CSamples"]),
        target("Accounts", ["Signals", "Documents", "Runtime", "CSodium", "CCrypto", "CLinux"]),
        .target(
            name: "NightjarClientCurl", dependencies: ["Documents", "NightjarClient", "CCurl"], swiftSettings: portable),
        target("Relay", ["Signals", "Documents", "Runtime", "CLinux", "CZlib", "CSodium"]),
        // composition
        target(
            "Gateway",
            [
                "Signals", "Documents", "Runtime", "SystemBus", "Bluetooth", "USB", "DeviceProfiles", "Epochs",
                "Recordings",
                "Analysis",
                "Companion", "Insights", "Devices",
                "Store", "Exports", "Relay", "Accounts", "CZip", "CXML", "CCurl",
            ]),
        // surfaces
        target(
            "API",
            [
                "Signals", "Documents", "Runtime", "Bluetooth", "USB", "DeviceProfiles", "Recordings", "Analysis",
                "Companion", "Insights",
                "Devices",
                "Store",
                "Exports", "Relay", "Accounts", "Gateway", "CMicroHTTPD", "CHTTPReplies", "CWslay", "CZlib",
                "CLinux",
            ], exclude: ["Web"], plugins: ["Embedding"]),
        .executableTarget(
            name: "nightjar",
            dependencies: [
                "Signals", "Documents", "Runtime", "SystemBus", "Bluetooth", "USB", "DeviceProfiles", "Epochs",
                "Recordings",
                "Analysis",
                "Companion", "Devices",
                "Store", "Exports", "Relay", "Accounts", "Gateway", "API", "NightjarClient", "NightjarClientCurl",
                "CLinux",
            ],
            swiftSettings: strict),
        // tests
        .target(
            name: "TestKit", dependencies: ["Signals", "Documents", "Runtime", "Bluetooth", "Recordings"],
            path: "Tests/TestKit", swiftSettings: strict),
        tests("Signals"),
        tests("Documents"),
        tests("Runtime"),
        tests("SystemBus", ["Runtime"]),
        tests("Bluetooth", ["SystemBus", "Runtime"]),
        tests("USB"),
        tests("DeviceProfiles"),
        tests("Recordings", ["Epochs"]),
        tests("Epochs", ["CEpochs"]),
        tests("Analysis", ["Recordings"]),
        tests("Companion"),
        tests("Insights"),
        tests("Devices", ["Analysis", "Recordings", "Bluetooth", "USB", "DeviceProfiles"]),
        .executableTarget(
            name: "crash-writer", dependencies: ["Store", "Runtime", "Signals"], path: "Tests/CrashWriter",
            swiftSettings: strict),
        tests("Store", ["CSQLite", "crash-writer"]),
        tests("Exports"),
        .executableTarget(
            name: "crash-relay", dependencies: ["Relay", "Runtime", "Signals"], path: "Tests/CrashRelay",
            swiftSettings: strict),
        tests("Relay", ["crash-relay"]),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .executableTarget(
            name: "allocations",
            dependencies: [
                "AllocationCounter", "API", "Analysis", "Bluetooth", "DeviceProfiles", "Devices", "Documents",
                "Gateway",
                "Runtime", "Signals", "Store", "TestKit",
            ], path: "Tests/Allocations", exclude: ["ceilings.json", "check.py"], swiftSettings: strict),
        tests("Accounts"),
        tests("Gateway", ["Bluetooth", "USB", "DeviceProfiles", "SystemBus", "Runtime", "Signals"]),
        tests("API"),
        tests("NightjarClient", ["NightjarClientCurl", "API", "Gateway", "Devices", "Signals", "Runtime"]),
        .testTarget(
            name: "NightjarTests",
            dependencies: [
                "nightjar", "TestKit", "Documents", "Signals", "Runtime", "SystemBus", "Store", "Bluetooth",
                "DeviceProfiles",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17
)

// What sees all that the package sees and only its own scripts build: Fuzz/fuzz and Benchmarks/build.
switch Context.environment["NIGHTJAR_PROGRAMS"] {
case "Fuzz":
    func fuzzer(_ name: String, _ dependencies: [String]) -> Target {
        program(name, in: "Fuzz", ["Fuzzing"] + dependencies)
    }
    package.targets += [
        .target(name: "Fuzzing", path: "Fuzz/Sources/Fuzzing", swiftSettings: strict),
        fuzzer("FuzzCWA", ["Recordings", "Signals", "TestKit"]),
        fuzzer("FuzzRecorders", ["Recordings", "Signals", "TestKit"]),
        fuzzer("FuzzHeartRate", ["Devices", "Signals"]),
        fuzzer("FuzzATT", ["Bluetooth", "Signals"]),
        fuzzer("FuzzGATT", ["Bluetooth", "Signals"]),
        fuzzer("FuzzAdvertising", ["Bluetooth", "Signals"]),
        fuzzer("FuzzPMD", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzCodecs", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzHandover", ["DeviceProfiles"]),
        fuzzer("FuzzDialogues", ["DeviceProfiles", "Runtime", "Signals"]),
        fuzzer("FuzzPolarFiles", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzANT", ["Devices", "Signals"]),
        fuzzer("FuzzRelay", ["Relay", "Signals"]),
        fuzzer("FuzzNetwork", ["Accounts"]),
        fuzzer(
            "FuzzRequests",
            ["API", "Accounts", "Analysis", "Devices", "Documents", "Gateway", "Runtime", "Signals", "Store"]),
        fuzzer("FuzzHDF5", ["Analysis", "Signals", "TestKit"]),
        fuzzer("FuzzSerialLine", ["Devices", "Signals", "USB"]),
        fuzzer("FuzzProfileJSON", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzProfileFrames", ["DeviceProfiles", "Signals"]),
    ]
case "Benchmarks":
    func benchmark(_ name: String, _ dependencies: [String]) -> Target { program(name, in: "Benchmarks", dependencies) }
    package.targets += [
        benchmark("make-cwa", ["TestKit"]),
        benchmark("decode-recording", ["Recordings", "Signals"]),
        benchmark("bench-ring", ["Documents", "Runtime", "Signals"]),
        benchmark("bench-heart", ["Analysis", "Signals"]),
        benchmark("bench-epochs", ["Documents", "Epochs", "Signals"]),
        benchmark("bench-store", ["Store", "Signals"]),
        benchmark("make-health-store", ["Analysis", "Store", "Signals"]),
        benchmark("bench-exports", ["Exports", "Recordings", "Runtime", "Signals"]),
        benchmark("bench-polar", ["DeviceProfiles", "Documents", "Runtime", "Signals"]),
        benchmark("bench-sessions", ["Devices", "Documents", "Gateway", "Recordings", "Runtime", "Signals", "Store"]),
        benchmark("bench-notification", ["API", "Devices", "Documents", "Gateway", "Runtime", "Signals", "Store"]),
    ]
default: break
}
