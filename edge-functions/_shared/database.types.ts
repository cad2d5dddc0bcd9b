export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      arbo_masterlist: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arb_female_baseline_2014: number | null;
          arb_female_registered_rsbsa: number | null;
          arb_male_baseline_2014: number | null;
          arb_male_registered_rsbsa: number | null;
          arb_total_baseline_2014: number | null;
          arb_total_registered_rsbsa: number | null;
          arbo_id: string | null;
          arbo_name: string;
          arbo_service_coverage: string | null;
          arc_cluster_name: string | null;
          arc_id: string | null;
          arc_name: string | null;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          coc_cgs_attachment_link: string | null;
          coc_or_cgs_number: string | null;
          current_arbo_status: string | null;
          date_of_registration: string | null;
          enterprises_services_count: number | null;
          id: number;
          it_easy_level_2024: string | null;
          it_easy_status_2024: string | null;
          itema_level_2019: string | null;
          itema_status_2019: string | null;
          latest_audited_fs: number | null;
          latest_date_of_coc_cgs: string | null;
          members_with_savings: number | null;
          muncity_name: string | null;
          no_arb_member_female: number | null;
          no_arb_member_male: number | null;
          no_arb_member_total: number | null;
          office: string;
          oma_level_2013: string | null;
          org_type: string | null;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          registering_agency: string | null;
          registration_number: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          sitio_purok_street: string | null;
          source_of_loans: string | null;
          status: string | null;
          time_stamp: string;
          total_amount_of_loans: number | null;
          total_asset: number | null;
          total_female_baseline_2014: number | null;
          total_liabilities: number | null;
          total_male_baseline_2014: number | null;
          total_member: number | null;
          total_member_female: number | null;
          total_member_male: number | null;
          total_members_with_paid_dues: number | null;
          total_members_with_share_capital: number | null;
          total_membership_dues_amount: number | null;
          total_savings_generated_amount: number | null;
          total_share_capital_amount: number | null;
          total_total_baseline_2014: number | null;
          updated_at: string;
          user_id: string | null;
          year_organized: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_female_baseline_2014?: number | null;
          arb_female_registered_rsbsa?: number | null;
          arb_male_baseline_2014?: number | null;
          arb_male_registered_rsbsa?: number | null;
          arb_total_baseline_2014?: number | null;
          arb_total_registered_rsbsa?: number | null;
          arbo_id?: string | null;
          arbo_name: string;
          arbo_service_coverage?: string | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          coc_cgs_attachment_link?: string | null;
          coc_or_cgs_number?: string | null;
          current_arbo_status?: string | null;
          date_of_registration?: string | null;
          enterprises_services_count?: number | null;
          id?: never;
          it_easy_level_2024?: string | null;
          it_easy_status_2024?: string | null;
          itema_level_2019?: string | null;
          itema_status_2019?: string | null;
          latest_audited_fs?: number | null;
          latest_date_of_coc_cgs?: string | null;
          members_with_savings?: number | null;
          muncity_name?: string | null;
          no_arb_member_female?: number | null;
          no_arb_member_male?: number | null;
          no_arb_member_total?: number | null;
          office?: never;
          oma_level_2013?: string | null;
          org_type?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          registering_agency?: string | null;
          registration_number?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          sitio_purok_street?: string | null;
          source_of_loans?: string | null;
          status?: string | null;
          time_stamp?: string;
          total_amount_of_loans?: number | null;
          total_asset?: number | null;
          total_female_baseline_2014?: number | null;
          total_liabilities?: number | null;
          total_male_baseline_2014?: number | null;
          total_member?: number | null;
          total_member_female?: number | null;
          total_member_male?: number | null;
          total_members_with_paid_dues?: number | null;
          total_members_with_share_capital?: number | null;
          total_membership_dues_amount?: number | null;
          total_savings_generated_amount?: number | null;
          total_share_capital_amount?: number | null;
          total_total_baseline_2014?: number | null;
          updated_at?: string;
          user_id?: string | null;
          year_organized?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arb_female_baseline_2014?: number | null;
          arb_female_registered_rsbsa?: number | null;
          arb_male_baseline_2014?: number | null;
          arb_male_registered_rsbsa?: number | null;
          arb_total_baseline_2014?: number | null;
          arb_total_registered_rsbsa?: number | null;
          arbo_id?: string | null;
          arbo_name?: string;
          arbo_service_coverage?: string | null;
          arc_cluster_name?: string | null;
          arc_id?: string | null;
          arc_name?: string | null;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          coc_cgs_attachment_link?: string | null;
          coc_or_cgs_number?: string | null;
          current_arbo_status?: string | null;
          date_of_registration?: string | null;
          enterprises_services_count?: number | null;
          id?: never;
          it_easy_level_2024?: string | null;
          it_easy_status_2024?: string | null;
          itema_level_2019?: string | null;
          itema_status_2019?: string | null;
          latest_audited_fs?: number | null;
          latest_date_of_coc_cgs?: string | null;
          members_with_savings?: number | null;
          muncity_name?: string | null;
          no_arb_member_female?: number | null;
          no_arb_member_male?: number | null;
          no_arb_member_total?: number | null;
          office?: never;
          oma_level_2013?: string | null;
          org_type?: string | null;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          registering_agency?: string | null;
          registration_number?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          sitio_purok_street?: string | null;
          source_of_loans?: string | null;
          status?: string | null;
          time_stamp?: string;
          total_amount_of_loans?: number | null;
          total_asset?: number | null;
          total_female_baseline_2014?: number | null;
          total_liabilities?: number | null;
          total_male_baseline_2014?: number | null;
          total_member?: number | null;
          total_member_female?: number | null;
          total_member_male?: number | null;
          total_members_with_paid_dues?: number | null;
          total_members_with_share_capital?: number | null;
          total_membership_dues_amount?: number | null;
          total_savings_generated_amount?: number | null;
          total_share_capital_amount?: number | null;
          total_total_baseline_2014?: number | null;
          updated_at?: string;
          user_id?: string | null;
          year_organized?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arbo_masterlist_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      arc_barangays_covered: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arc_id: string;
          barangay_name: string | null;
          cd: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_id: string;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_id?: string;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "arc_barangays_covered_arc_id_fkey";
            columns: ["arc_id"];
            isOneToOne: false;
            referencedRelation: "arc_masterlist";
            referencedColumns: ["arc_id"];
          },
          {
            foreignKeyName: "arc_barangays_covered_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      arc_masterlist: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          arc_classification: string | null;
          arc_id: string;
          arc_name: string;
          arc_type: string | null;
          barangay_name: string | null;
          cd: string | null;
          id: number;
          muncity_name: string | null;
          office: string;
          process_stage: string | null;
          province_name: string | null;
          region_name: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
          year_launched: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_classification?: string | null;
          arc_id: string;
          arc_name: string;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_launched?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          arc_classification?: string | null;
          arc_id?: string;
          arc_name?: string;
          arc_type?: string | null;
          barangay_name?: string | null;
          cd?: string | null;
          id?: never;
          muncity_name?: string | null;
          office?: never;
          process_stage?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_launched?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "arc_masterlist_office_exists";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
        ];
      };
      dropdown_values: {
        Row: {
          category: string | null;
          id: number;
          list: string;
          sub_category: string | null;
          type: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          category?: string | null;
          id?: never;
          list: string;
          sub_category?: string | null;
          type?: string | null;
          user_id?: string | null;
        };
        Update: {
          category?: string | null;
          id?: never;
          list?: string;
          sub_category?: string | null;
          type?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      offices: {
        Row: {
          office: string;
          province_name: string | null;
          region_name: string | null;
        };
        ComputedFields: never;
        Insert: {
          office?: never;
          province_name?: string | null;
          region_name?: string | null;
        };
        Update: {
          office?: never;
          province_name?: string | null;
          region_name?: string | null;
        };
        Relationships: [];
      };
      project_list: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          fund_source: string | null;
          id: number;
          process_stage: string | null;
          psp_category: string | null;
          remarks: string | null;
          row_version: number;
          search_text: string | null;
          subpsp_abbreviation: string | null;
          subpsp_name: string | null;
          subpsp_status: string | null;
          time_stamp: string;
          updated_at: string;
          user_id: string | null;
          year_funded: number | null;
        };
        ComputedFields: never;
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          fund_source?: string | null;
          id?: never;
          process_stage?: string | null;
          psp_category?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          fund_source?: string | null;
          id?: never;
          process_stage?: string | null;
          psp_category?: string | null;
          remarks?: string | null;
          row_version?: number;
          search_text?: never;
          subpsp_abbreviation?: string | null;
          subpsp_name?: string | null;
          subpsp_status?: string | null;
          time_stamp?: string;
          updated_at?: string;
          user_id?: string | null;
          year_funded?: number | null;
        };
        Relationships: [];
      };
      psgc_places: {
        Row: {
          code: string;
          level: string;
          name: string;
          parent_code: string | null;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          level: string;
          name: string;
          parent_code?: string | null;
        };
        Update: {
          code?: string;
          level?: string;
          name?: string;
          parent_code?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "psgc_places_parent_code_fkey";
            columns: ["parent_code"];
            isOneToOne: false;
            referencedRelation: "psgc_places";
            referencedColumns: ["code"];
          },
        ];
      };
      report_schedules: {
        Row: {
          duration_days: number | null;
          end_date: string | null;
          form: string;
          id: number;
          province_name: string | null;
          region_name: string | null;
          start_date: string;
          status: string;
          time_stamp: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          duration_days?: never;
          end_date?: string | null;
          form: string;
          id?: never;
          province_name?: string | null;
          region_name?: string | null;
          start_date: string;
          status?: string;
          time_stamp?: string;
          user_id?: string | null;
        };
        Update: {
          duration_days?: never;
          end_date?: string | null;
          form?: string;
          id?: never;
          province_name?: string | null;
          region_name?: string | null;
          start_date?: string;
          status?: string;
          time_stamp?: string;
          user_id?: string | null;
        };
        Relationships: [];
      };
      uac: {
        Row: {
          access_controls: string[];
          id: number;
          rolename: string[];
          roletype: string;
          route: string[];
          row_version: number;
          status: string;
          time_stamp: string;
        };
        ComputedFields: never;
        Insert: {
          access_controls?: string[];
          id?: never;
          rolename: string[];
          roletype: string;
          route?: string[];
          row_version?: number;
          status: string;
          time_stamp?: string;
        };
        Update: {
          access_controls?: string[];
          id?: never;
          rolename?: string[];
          roletype?: string;
          route?: string[];
          row_version?: number;
          status?: string;
          time_stamp?: string;
        };
        Relationships: [];
      };
      users: {
        Row: {
          disabled: boolean;
          email: string;
          id: string;
          muncity_name: string | null;
          name: string | null;
          office: string | null;
          position: string | null;
          province_name: string | null;
          region_name: string | null;
          roles: string;
          time_stamp: string;
          uac_id: number | null;
          updated_at: string;
          username: string;
        };
        ComputedFields: never;
        Insert: {
          disabled?: boolean;
          email: string;
          id: string;
          muncity_name?: string | null;
          name?: string | null;
          office?: never;
          position?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          roles: string;
          time_stamp?: string;
          uac_id?: number | null;
          updated_at?: string;
          username: string;
        };
        Update: {
          disabled?: boolean;
          email?: string;
          id?: string;
          muncity_name?: string | null;
          name?: string | null;
          office?: never;
          position?: string | null;
          province_name?: string | null;
          region_name?: string | null;
          roles?: string;
          time_stamp?: string;
          uac_id?: number | null;
          updated_at?: string;
          username?: string;
        };
        Relationships: [
          {
            foreignKeyName: "users_office_fkey";
            columns: ["office"];
            isOneToOne: false;
            referencedRelation: "offices";
            referencedColumns: ["office"];
          },
          {
            foreignKeyName: "users_uac_id_fkey";
            columns: ["uac_id"];
            isOneToOne: false;
            referencedRelation: "uac";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      [_ in never]: never;
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
