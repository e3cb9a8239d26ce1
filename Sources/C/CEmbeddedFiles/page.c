#include "CEmbeddedFiles.h"

// #embed is C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *_Nonnull cardan_page_address_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/address.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_benchmark_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/benchmark.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_body_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/body.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_chart_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/chart.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_curves_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/curves.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_data_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/data.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_findings_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/findings.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_folder_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/folder.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_gestures_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/gestures.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_legend_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/legend.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_packed_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/packed.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_palette_css(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/palette.css" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_player_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/player.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_plot_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/plot.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_report_css(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/report.css" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_report_html(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/report.html" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_report_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/report.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_saving_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/saving.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_sections_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/sections.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_shapes_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/shapes.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *_Nonnull cardan_page_view_js(void) {
  static const unsigned char text[] = {
#embed "../../Host/ReportPages/Page/view.js" suffix(, 0)
  };
  return (const char *)text;
}
