import Foundation
import Testing

/// The page and its module do what they promise: the programs in `Programs` say what.
@Suite struct WebTests {
  @Test(.enabled(if: WebBuild.missing(of: ["node"]) == nil, WebBuild.missing(of: ["node"])))
  func theModuleKeepsItsPromises() throws {
    try WebBuild.make()
    #expect(try WebBuild.node("contract.mjs", []) == "the module keeps its promises\n")
  }

  /// Chromium opens the page, and sensors, logs, keyboard and pictures are tried; the pictures stay in `.build`.
  @Test(.enabled(if: WebBuild.missing(of: ["node", "chromium"]) == nil, WebBuild.missing(of: ["node", "chromium"])))
  func thePageWorksInChromium() throws {
    try WebBuild.make()
    let output = try WebBuild.node("page.mjs", [WebBuild.datasets.path, WebBuild.folder.path + ".pictures"])
    #expect(output.hasSuffix("all of the page works\n"), "\(output)")
    print(output)
  }
}
