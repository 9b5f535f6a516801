import Foundation
import PackagePlugin

/// Puts the files of a folder into a target as constants: a file that lies there is in the program, and nothing names it.
@main
struct Embedding: BuildToolPlugin {
    /// What each target embeds: a folder below the package, and single files of the system under names of their own.
    private static let sources: [String: (folder: String, files: [(name: String, path: String)])] = [
        "DeviceProfiles": ("device-profiles", []),
        "API": (
            "Sources/API/Web",
            // The chart library comes from the installed Debian package libjs-dygraphs.
            ["js", "css"].map { ("vendor/dygraph.min.\($0)", "/usr/share/javascript/dygraphs/dygraph.min.\($0)") }
        ),
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let source = Self.sources[target.name] else { return [] }
        let package = context.package.directoryURL
        let folder = package.appending(path: source.folder)
        let script = package.appending(path: "Sources/System/Embedding/embed")
        let made = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        // Folders are among the inputs too: they change when a file comes or goes.
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return [
            .buildCommand(
                displayName: "Embedding \(source.folder)", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path(), made.path(), folder.path()] + source.files.flatMap { [$0.name, $0.path] },
                inputFiles: [script, folder] + found.compactMap { $0 as? URL }
                    + source.files.map { URL(filePath: $0.path) },
                outputFiles: [made])
        ]
    }
}
