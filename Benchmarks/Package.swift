// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Glibc and the C libraries must agree on what sys/select.h declares.
    .unsafeFlags(["-Xcc", "-D_GNU_SOURCE=1"]),
]

/// A benchmark, or what makes its input; `products` are libraries of the package above.
func benchmark(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "nightjar") }, swiftSettings: strict)
}

let package = Package(
    name: "nightjar-benchmarks",
    dependencies: [.package(name: "nightjar", path: "..")],
    targets: [
        benchmark("make-cwa", ["TestKit"]),
        benchmark("decode-recording", ["Recordings", "Signals"]),
        benchmark("bench-ring", ["Runtime", "Signals"]),
        benchmark("bench-heart", ["Analysis", "Signals"]),
        benchmark("bench-epochs", ["Epochs", "Signals"]),
        benchmark("bench-store", ["Store", "Signals"]),
        benchmark("bench-polar", ["DeviceProfiles", "Runtime", "Signals"]),
        benchmark("bench-sessions", ["Devices", "Gateway", "Recordings", "Runtime", "Signals", "Store"]),
        benchmark("bench-notification", ["API", "Devices", "Gateway", "Runtime", "Signals", "Store"]),
    ],
    swiftLanguageModes: [.v6]
)
